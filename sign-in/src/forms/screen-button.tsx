import { ButtonLink } from '@app/ui/button';
import type { ComponentProps } from 'react';

import { useScreenLink, type ScreenLink } from './screen-link.tsx';

/** A link to another screen that looks like the main button. */
export function ScreenButton({ children, ...props }: ComponentProps<typeof ScreenLink>) {
  return (
    <ButtonLink block {...useScreenLink(props)}>
      {children}
    </ButtonLink>
  );
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

/**
 * Goes around everything that uses an overlay or Tabs. The components behind it follow the direction of writing in
 * their keys and positions, and inject no style element, which the content security policy refuses.
 */
export function UiProvider({
  direction = 'ltr',
  children,
}: {
  /** The direction of writing; the same as `dir` of the `<html>` element. */
  direction?: 'ltr' | 'rtl';
  children: ReactNode;
}) {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </CSPProvider>
  );
}

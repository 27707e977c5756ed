import { ButtonLink } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { useLayoutEffect, useRef } from 'react';

import { useTexts, useTitle } from '#i18n/use-texts.ts';

export type ErrorPageKind = 'not-found' | 'router-error' | 'unknown';

const words = {
  'not-found': { title: 'titles.notFound', heading: 'errors.notFound', lead: 'errorPage.notFound' },
  'router-error': { title: 'titles.wrong', heading: 'errors.routerError', lead: 'errorPage.routerError' },
  unknown: { title: 'titles.wrong', heading: 'errors.unknown', lead: undefined },
} as const;

/**
 * The generic error pages (spec §2), for when the login page fails too. The action is a plain link, because a page load
 * can recover from an error in the app.
 */
export function ErrorPageScreen({ kind }: { kind: ErrorPageKind }) {
  const { t } = useTexts();
  const { title, heading, lead } = words[kind];
  const top = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useLayoutEffect(() => top.current?.focus(), []);

  return (
    <Stack>
      <ScreenHeading ref={top} lead={lead && t(lead)}>
        {t(heading)}
      </ScreenHeading>
      <ButtonLink block href="/login">
        {t('errorPage.toLogin')}
      </ButtonLink>
    </Stack>
  );
}

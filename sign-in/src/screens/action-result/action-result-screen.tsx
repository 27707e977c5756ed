import { actionResults, type ActionResult } from '@app/contract/pages/links.ts';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { ScreenIcon } from '@app/ui/screen-icon';
import { useRef } from 'react';

import { useSearch } from '#auth/address.tsx';
import { ScreenButton } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

const words = {
  success: {
    mark: 'done',
    title: 'titles.emailChanged',
    heading: 'result.successTitle',
    lead: 'result.success',
  },
  code_expired: {
    mark: 'mail',
    title: 'titles.linkExpired',
    heading: 'account.checkEmail',
    lead: 'result.codeExpired',
  },
  ttl: { mark: 'link', title: 'titles.linkExpired', heading: 'result.ttlTitle', lead: 'result.ttl' },
  cancelled: {
    mark: 'done',
    title: 'titles.emailChangeCancelled',
    heading: 'result.cancelledTitle',
    lead: 'result.cancelled',
  },
  too_late: {
    mark: 'link',
    title: 'titles.emailChanged',
    heading: 'result.tooLateTitle',
    lead: 'result.tooLate',
  },
  unknown: { mark: 'link', title: 'titles.wrong', heading: 'result.unknownTitle', lead: 'result.unknown' },
} as const satisfies Record<ActionResult, object>;

/** Shows the result of an action (spec §2, spec §8), by `result` of the address; other values are unknown. */
export function ActionResultScreen() {
  const { t } = useTexts();
  const value = new URLSearchParams(useSearch()).get('result');
  const result = actionResults.find((each) => each === value) ?? 'unknown';
  const { mark, title, heading, lead } = words[result];
  const top = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useInitialFocus(top);

  return (
    <Stack>
      <ScreenIcon kind={mark} />
      <ScreenHeading ref={top} lead={t(lead)}>
        {t(heading)}
      </ScreenHeading>
      <ScreenButton to="/login">{t('account.logIn')}</ScreenButton>
    </Stack>
  );
}

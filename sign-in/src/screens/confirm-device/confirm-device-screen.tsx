import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { postedFormId } from '@app/contract/pages/form-key.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { ScreenIcon } from '@app/ui/screen-icon/screen-icon.tsx';
import { FormStack, Stack } from '@app/ui/stack/stack.tsx';

import { useRef, type FormEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { confirmDevice } from '#auth/link/device.ts';
import { clearStoredLink, isAboutLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { useLink } from '#auth/link/use-link.ts';
import { FormAlert } from '#forms/form-alert.tsx';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link/link-gate.tsx';
import { useNotice } from '#forms/notices.ts';
import { ScreenButton } from '#forms/screen-button.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useSending, type FormError } from '#forms/use-sending.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const linkWords = {
  expired: { heading: 'link.expired', lead: 'link.deviceExpired', main: toLogin },
  used: { heading: 'link.used', lead: 'link.deviceUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.deviceCancelled', main: toLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
} as const satisfies Record<string, LinkWords>;

/**
 * Makes this browser known to an account (docs/decisions/account-lockout.md): by a button and never by itself,
 * because scanners open links too. Then it goes back to the login form, with the email filled in.
 */
export function ConfirmDeviceScreen() {
  const posted = postedOutcome(usePageData(), 'confirmDevice', accountEndpoints.confirmDevice);
  const { link, status, failure, busy, check } = useLink('/login/device');

  if (posted?.ok) return <Confirmed />;
  return (
    <LinkGate
      status={status}
      words={linkWords}
      email={link?.email}
      error={failure ? accountFormError(failure) : null}
      busy={busy}
      onCheck={() => void check()}
    >
      {link ? (
        <Confirm link={link} posted={posted ? errorOfDevice(posted.failure) : null} check={check} />
      ) : null}
    </LinkGate>
  );
}

/** A browser that keeps nothing can bring no device along. */
const errorOfDevice = (failure: Failure): FormError =>
  failure.kind === 'invalid' && failure.fields['contextData']?.length
    ? { words: 'errors.notStored' }
    : accountFormError(failure);

interface ConfirmProps {
  readonly link: MailedLink;
  readonly posted: Parameters<typeof useSending>[0];
  readonly check: () => Promise<unknown>;
}

function Confirm({ link, posted, check }: ConfirmProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const notice = useNotice();
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, error, alert, send } = useSending(posted);
  useTitle('titles.device');
  useInitialFocus(heading);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(async () => {
      const failure = await confirmDevice(deps, link);
      if (failure) {
        if (isAboutLink(failure)) await check();
        return errorOfDevice(failure);
      }
      clearStoredLink();
      navigate('/login', { replace: true, state: { email: link.email } });
      notice({ words: 'device.done', variant: 'success' });
      return null;
    });
  }

  return (
    <Stack>
      <ScreenHeading
        ref={heading}
        lead={<TextWithEmail words={t('device.lead', { email: emailPlaceholder })} email={link.email} />}
      >
        {t('device.title')}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        <input type="hidden" name="email" value={link.email} />
        <input type="hidden" name="code" value={link.token} />
        <Button type="submit" block loading={busy}>
          {t('account.confirm')}
        </Button>
      </FormStack>
    </Stack>
  );
}

/** After a post without script, which cannot fill in the form of another page. */
function Confirmed() {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.device');
  useInitialFocus(heading);
  return (
    <Stack>
      <ScreenIcon kind="done" />
      <ScreenHeading ref={heading}>{t('device.done')}</ScreenHeading>
      <ScreenButton to="/login">{t('account.logIn')}</ScreenButton>
    </Stack>
  );
}

import { postedFormId } from '@app/contract/form-key.ts';
import { accountEndpoints } from '@app/contract/account-endpoints.ts';
import type { Failure } from '@app/session/failure.ts';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack, Stack } from '@app/ui/stack/stack.tsx';
import { SuccessMark } from '@app/ui/success-mark/success-mark.tsx';
import { useRef, useState, type FormEvent } from 'react';

import { errorOfAccount } from '#auth/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { forgetLink, isAboutLink, type LinkInHand } from '#auth/link-in-hand.ts';
import { usePageData } from '#auth/page-data.tsx';
import { postedOutcome } from '#auth/posted-outcome.ts';
import { confirmSignUp } from '#auth/sign-up.ts';
import { useLink } from '#auth/use-link.ts';
import { FormAlert } from '#forms/form-alert.tsx';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link-gate.tsx';
import { ScreenButton } from '#forms/screen-button.tsx';
import { useArrival } from '#forms/use-arrival.ts';
import { useSending } from '#forms/use-sending.ts';
import { emailMark, WithEmail } from '#forms/with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const signUpAgain = { to: '/signup', words: 'signUp.submit' } as const;
const linkWords = {
  expired: { heading: 'link.expired', lead: 'link.signUpExpired', main: signUpAgain, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.signUpUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.signUpCancelled', main: toLogin, other: signUpAgain },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: signUpAgain, other: backToLogin },
} as const satisfies Record<string, LinkWords>;

/** Confirms a signup (extension): by a button and never by itself, because scanners open links too. */
export function ConfirmSignUpScreen() {
  const page = usePageData();
  const posted = postedOutcome(page, 'confirmSignUp', accountEndpoints.confirmSignUp);
  const { link, standing, failure, busy, check } = useLink('/signup/confirm');
  const postedEnd = posted && endOf(posted.ok ? undefined : posted.failure);
  const [ended, setEnded] = useState(
    postedEnd && { end: postedEnd, email: page.posted?.values['email'] ?? '' },
  );

  if (ended) return <Ended {...ended} />;
  return (
    <LinkGate
      standing={standing}
      words={linkWords}
      email={link?.email}
      error={failure ? errorOfAccount(failure) : null}
      busy={busy}
      onCheck={() => void check()}
    >
      {link ? (
        <Confirm
          link={link}
          posted={posted && !posted.ok ? errorOfAccount(posted.failure) : null}
          check={check}
          onEnd={(end) => setEnded({ end, email: link.email })}
        />
      ) : null}
    </LinkGate>
  );
}

/** How a confirmation ends: with the account, or without because the company uses single sign-on meanwhile. */
type End = 'made' | 'claimed';

/** Undefined: it can be tried again. */
function endOf(failure: Failure | undefined): End | undefined {
  if (failure === undefined) return 'made';
  return failure.kind === 'strategy' && failure.strategy === 'saml' ? 'claimed' : undefined;
}

interface ConfirmProps {
  readonly link: LinkInHand;
  readonly posted: Parameters<typeof useSending>[0];
  readonly check: () => Promise<unknown>;
  readonly onEnd: (end: End) => void;
}

function Confirm({ link, posted, check, onEnd }: ConfirmProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, error, alert, send } = useSending(posted);
  useTitle('titles.confirmSignUp');
  useArrival(heading);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(async () => {
      const failure = await confirmSignUp(deps, link);
      const end = endOf(failure);
      if (failure && end === undefined) {
        if (isAboutLink(failure)) await check();
        return errorOfAccount(failure);
      }
      forgetLink();
      if (end) onEnd(end);
      return null;
    });
  }

  return (
    <Stack>
      <ScreenHeading
        ref={heading}
        lead={<WithEmail words={t('confirmSignUp.lead', { email: emailMark })} email={link.email} />}
      >
        {t('confirmSignUp.title')}
      </ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        <input type="hidden" name="email" value={link.email} />
        <input type="hidden" name="confirmationCode" value={link.token} />
        <Button type="submit" block loading={busy}>
          {t('account.confirm')}
        </Button>
      </FormStack>
    </Stack>
  );
}

const endWords = {
  made: { page: 'titles.done', title: 'confirmSignUp.doneTitle', lead: 'confirmSignUp.doneLead' },
  claimed: { page: 'titles.sso', title: 'confirmSignUp.claimedTitle', lead: 'confirmSignUp.claimedLead' },
} as const;

function Ended({ end, email }: { end: End; email: string }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { page, title, lead } = endWords[end];
  useTitle(page);
  useArrival(heading);
  return (
    <Stack>
      {end === 'made' ? <SuccessMark /> : null}
      <ScreenHeading ref={heading} lead={<WithEmail words={t(lead, { email: emailMark })} email={email} />}>
        {t(title)}
      </ScreenHeading>
      <ScreenButton to="/login" email={() => email}>
        {t('account.logIn')}
      </ScreenButton>
    </Stack>
  );
}

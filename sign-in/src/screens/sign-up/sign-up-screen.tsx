import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { useState } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { signUp, type NewAccount } from '#auth/link/sign-up.ts';
import { CheckEmail } from '#forms/link/check-email.tsx';
import { SendAgain } from '#forms/link/send-again.tsx';
import { emailPlaceholder } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import { SignUpForm } from './sign-up-form.tsx';

/** Signing up (extension): a company and its first account, then a mail to confirm it; the same for every address. */
export function SignUpScreen() {
  const { t } = useTexts();
  const { deps } = useAuth();
  const page = usePageData();
  const posted = postedOutcome(page, 'signUp', accountEndpoints.signUp);
  const [typed, setTyped] = useState({
    companyName: posted && page.posted?.values['companyName'],
    email: posted && page.posted?.values['email'],
  });
  const [sentTo, setSentTo] = useState(posted?.ok ? typed.email : undefined);
  // With its password, for as long as the mail can be sent again; a page that was drawn after a post has none to send.
  const [account, setAccount] = useState<NewAccount>();

  async function sendAgain(again: NewAccount) {
    const failure = await signUp(deps, again);
    return failure ? accountFormError(failure) : null;
  }

  if (sentTo !== undefined) {
    return (
      <CheckEmail
        lead={t('signUp.sentLead', { email: emailPlaceholder })}
        email={sentTo}
        otherAddress="/signup"
        onOtherAddress={() => {
          setSentTo(undefined);
          setAccount(undefined);
        }}
      >
        {account ? <SendAgain onSend={() => sendAgain(account)} /> : null}
      </CheckEmail>
    );
  }
  return (
    <SignUpForm
      typed={typed}
      posted={posted && !posted.ok ? posted.failure : undefined}
      onSent={(sent) => {
        setTyped({ companyName: sent.companyName, email: sent.email });
        setSentTo(sent.email);
        setAccount(sent);
      }}
    />
  );
}

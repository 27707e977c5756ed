import { accountEndpoints } from '@app/contract/account-endpoints.ts';
import { useState } from 'react';

import { usePageData } from '#auth/page-data.tsx';
import { postedOutcome } from '#auth/posted-outcome.ts';
import { CheckEmail } from '#forms/check-email.tsx';
import { emailMark } from '#forms/with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import { SignUpForm } from './sign-up-form.tsx';

/** Signing up (extension): a company and its first account, then a mail to confirm it; the same for every address. */
export function SignUpScreen() {
  const { t } = useTexts();
  const page = usePageData();
  const posted = postedOutcome(page, 'signUp', accountEndpoints.signUp);
  const [typed, setTyped] = useState({
    companyName: posted && page.posted?.values['companyName'],
    email: posted && page.posted?.values['email'],
  });
  const [sentTo, setSentTo] = useState(posted?.ok ? typed.email : undefined);

  if (sentTo !== undefined) {
    return (
      <CheckEmail
        lead={t('signUp.sentLead', { email: emailMark })}
        email={sentTo}
        otherAddress="/signup"
        onOtherAddress={() => setSentTo(undefined)}
      />
    );
  }
  return (
    <SignUpForm
      typed={typed}
      posted={posted && !posted.ok ? posted.failure : undefined}
      onSent={(sent) => {
        setTyped(sent);
        setSentTo(sent.email);
      }}
    />
  );
}

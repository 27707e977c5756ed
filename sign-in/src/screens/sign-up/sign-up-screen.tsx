import { useState } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { usePostedForm } from '#auth/start/posted-outcome.ts';
import { signUp, type NewAccount } from '#auth/link/sign-up.ts';
import { CheckEmail } from '#forms/mail/check-email.tsx';
import { SendAgain } from '#forms/mail/send-again.tsx';
import { emailPlaceholder } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import { SignUpForm } from './sign-up-form.tsx';

/** Signing up (extension): a company and its first account, then an email to confirm it; the same for every address. */
export function SignUpScreen() {
  const { t } = useTexts();
  const { deps } = useAuth();
  const posted = usePostedForm('signUp');
  const [typed, setTyped] = useState<{ readonly [Field in keyof NewAccount]?: string | undefined }>({
    ...posted?.values,
  });
  const [sentTo, setSentTo] = useState(posted?.accepted ? typed.email : undefined);
  // So that the email can be sent again.
  const [account, setAccount] = useState<NewAccount>();

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
        {account ? <SendAgain onSend={() => signUp(deps, account)} errorOf={accountFormError} /> : null}
      </CheckEmail>
    );
  }
  return (
    <SignUpForm
      typed={typed}
      posted={posted?.failure}
      onSent={(sent) => {
        setTyped(sent);
        setSentTo(sent.email);
        setAccount(sent);
      }}
    />
  );
}

import { useState, useRef } from 'react';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import * as v from 'valibot';

import { useEmailFromHistory } from '#auth/address.tsx';
import { usePostedForm } from '#auth/start/posted-outcome.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { accountFormError } from '#auth/link/account-failure-words.ts';
import { recoverPassword } from '#auth/link/recovery.ts';
import styles from '#forms/account.module.css';
import { EmailField } from '#forms/email-field.tsx';
import { Form } from '#forms/form.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { emailWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useTexts, useTitle } from '#i18n/use-texts.ts';
import { CheckEmail } from '#forms/mail/check-email.tsx';
import { SendAgain } from '#forms/mail/send-again.tsx';
import { emailPlaceholder } from '#forms/text-with-email.tsx';

/** The recovery of a forgotten password (spec §2): asks for an email and answers the same for every valid address. */
export function ForgotPasswordScreen() {
  const posted = usePostedForm('recoverPassword');
  const postedEmail = posted?.values['email'];
  const emailFromHistory = useEmailFromHistory();
  const [sentTo, setSentTo] = useState(posted?.accepted ? postedEmail : undefined);
  const [before, setBefore] = useState<string>();

  if (sentTo !== undefined) {
    return (
      <ForgotSent
        email={sentTo}
        onOtherAddress={() => {
          setBefore(sentTo);
          setSentTo(undefined);
        }}
      />
    );
  }
  return (
    <ForgotForm
      email={before ?? postedEmail ?? emailFromHistory}
      posted={posted?.failure}
      onSent={setSentTo}
    />
  );
}

const fields = { rules: v.object({ email: emailRule }), words: { email: emailWords } };

interface ForgotFormProps {
  /** The email typed before, on the login screen or here. */
  readonly email: string | undefined;
  /** The failure of a post without script. */
  readonly posted: Failure | undefined;
  readonly onSent: (email: string) => void;
}

/** The form for the address of the account whose password is forgotten. */
function ForgotForm({ email, posted, onSent }: ForgotFormProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields,
    posted,
    errorOf: accountFormError,
    async send(value) {
      const typed = value('email').trim();
      const failure = await recoverPassword(deps, typed);
      if (!failure) onSent(typed);
      return failure;
    },
  });
  useTitle('titles.forgot');
  useInitialFocus(input);

  return (
    <Stack>
      <ScreenHeading lead={t('forgot.lead')}>{t('forgot.title')}</ScreenHeading>
      <Form form={form}>
        <EmailField {...form.field('email')} ref={input} defaultValue={email} />
        <Button type="submit" block loading={form.busy}>
          {t('forgot.submit')}
        </Button>
      </Form>
      <p className={styles.line}>
        <ScreenLink to="/login" email={() => input.current?.value.trim()}>
          {t('account.backToLogin')}
        </ScreenLink>
      </p>
    </Stack>
  );
}

interface ForgotSentProps {
  /** As it was typed. */
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/** Says that the email was sent, whether or not the address has an account. */
function ForgotSent({ email, onOtherAddress }: ForgotSentProps) {
  const { t } = useTexts();
  const { deps } = useAuth();

  return (
    <CheckEmail
      lead={t('forgot.sentLead', { email: emailPlaceholder })}
      email={email}
      otherAddress="/password/forgot"
      onOtherAddress={onOtherAddress}
    >
      <SendAgain onSend={() => recoverPassword(deps, email)} errorOf={accountFormError}>
        <input type="hidden" name="email" value={email} />
      </SendAgain>
    </CheckEmail>
  );
}

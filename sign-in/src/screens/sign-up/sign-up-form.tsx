import { postedFormId } from '@app/contract/pages/form-key.ts';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import {
  companyName,
  newPassword,
  passwordConfirmation,
  passwordsMatch,
} from '@app/contract/fields/new-password.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack, Stack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { useRef, type FormEvent } from 'react';
import * as v from 'valibot';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useEmailFromHistory } from '#auth/address.tsx';
import { useAuth } from '#auth/auth-context.tsx';
import { signUp, type NewAccount } from '#auth/link/sign-up.ts';
import styles from '#forms/account.module.css';
import { FormAlert } from '#forms/form-alert.tsx';
import { NewPasswordFields } from '#forms/new-password/new-password-fields.tsx';
import { newPasswordWords } from '#forms/new-password/new-password-rules.ts';
import { ScreenLink } from '#forms/screen-link.tsx';
import { fieldValue } from '#forms/field-value.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useSending } from '#forms/use-sending.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const rules = v.pipe(
  v.object({ companyName, email: emailRule, password: newPassword, passwordConfirmation }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      (typed) => passwordsMatch(typed.password, typed.passwordConfirmation),
      'is_different',
    ),
    ['passwordConfirmation'],
  ),
);
const words = {
  companyName: { ...commonFieldWords, is_too_long: 'signUp.nameTooLong' },
  email: { ...commonFieldWords, is_invalid: 'fields.email' },
  ...newPasswordWords,
} as const;

interface SignUpFormProps {
  /** What was typed before. */
  readonly typed: { readonly companyName?: string | undefined; readonly email?: string | undefined };
  readonly posted: Failure | undefined;
  readonly onSent: (account: NewAccount) => void;
}

/** Company, address and a password. */
export function SignUpForm({ typed, posted, onSent }: SignUpFormProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const carried = useEmailFromHistory();
  const refused = posted?.kind === 'invalid' ? posted.fields : undefined;
  const saidAtFields = refused && Object.keys(words).some((field) => refused[field]?.length);
  const { problems, check, refuse, watch } = useFormCheck(rules, words, refused);
  const { busy, error, alert, send } = useSending(posted && !saidAtFields ? accountFormError(posted) : null);
  const first = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  useTitle('titles.signUp');
  useInitialFocus(first);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !check(form)) return;
    const account = {
      companyName: fieldValue(form, 'companyName').trim(),
      email: fieldValue(form, 'email').trim(),
      password: fieldValue(form, 'password'),
      passwordConfirmation: fieldValue(form, 'passwordConfirmation'),
    };
    void send(async () => {
      const failure = await signUp(deps, account);
      if (!failure) onSent(account);
      if (!failure || (failure.kind === 'invalid' && refuse(form, failure.fields))) return null;
      return accountFormError(failure);
    });
  }

  return (
    <Stack data-long="">
      <ScreenHeading lead={t('signUp.lead')}>{t('signUp.title')}</ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        <TextField
          {...watch('companyName')}
          ref={first}
          autoComplete="organization"
          label={t('signUp.company')}
          defaultValue={typed.companyName}
          readOnly={busy}
          error={problems.companyName && t(problems.companyName)}
        />
        <TextField
          {...watch('email')}
          ref={email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('signUp.email')}
          placeholder={t('login.emailExample')}
          defaultValue={typed.email ?? carried}
          readOnly={busy}
          error={problems.email && t(problems.email)}
        />
        <NewPasswordFields watch={watch} problems={problems} readOnly={busy} label="login.password" />
        <Button type="submit" block loading={busy}>
          {t('signUp.submit')}
        </Button>
      </FormStack>
      <p className={styles.line}>
        {t('signUp.haveAccount')}{' '}
        <ScreenLink to="/login" email={() => email.current?.value.trim()}>
          {t('signUp.logIn')}
        </ScreenLink>
      </p>
    </Stack>
  );
}

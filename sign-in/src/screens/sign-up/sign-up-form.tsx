import { email as emailRule } from '@app/contract/fields/fields.ts';
import { companyName } from '@app/contract/fields/new-password.ts';
import { personName } from '@app/contract/fields/shown-name.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { TextField } from '@app/ui/text-field';
import { useRef } from 'react';
import * as v from 'valibot';

import { useEmailFromHistory } from '#auth/address.tsx';
import { useAuth } from '#auth/auth-context.tsx';
import { accountFormError } from '#auth/link/account-failure-words.ts';
import { signUp, type NewAccount } from '#auth/link/sign-up.ts';
import styles from '#forms/account.module.css';
import { EmailField } from '#forms/email-field.tsx';
import { Form } from '#forms/form.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { commonFieldWords, emailWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { useTexts, useTitle } from '#i18n/use-texts.ts';

const fields = {
  rules: v.object({ name: personName, companyName, email: emailRule }),
  words: {
    name: { ...commonFieldWords, is_too_long: 'signUp.nameTooLong' },
    companyName: { ...commonFieldWords, is_too_long: 'signUp.companyTooLong' },
    email: emailWords,
  },
} as const;

interface SignUpFormProps {
  /** The values typed before. */
  readonly typed: { readonly [Field in keyof NewAccount]?: string | undefined };
  /** The failure of a post without script. */
  readonly posted: Failure | undefined;
  readonly onSent: (account: NewAccount) => void;
}

/** The sign-up form: the person, the company, and the address of its first account, whose owner chooses the password. */
export function SignUpForm({ typed, posted, onSent }: SignUpFormProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const emailFromHistory = useEmailFromHistory();
  const first = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields,
    posted,
    errorOf: accountFormError,
    async send(value) {
      const account = {
        name: value('name').trim(),
        companyName: value('companyName').trim(),
        email: value('email').trim(),
      };
      const failure = await signUp(deps, account);
      if (!failure) onSent(account);
      return failure;
    },
  });
  useTitle('titles.signUp');
  useInitialFocus(first);

  return (
    <Stack>
      <ScreenHeading lead={t('signUp.lead')}>{t('signUp.title')}</ScreenHeading>
      <Form form={form}>
        <TextField
          {...form.field('name')}
          ref={first}
          autoComplete="name"
          label={t('signUp.name')}
          defaultValue={typed.name}
        />
        <TextField
          {...form.field('companyName')}
          autoComplete="organization"
          label={t('signUp.company')}
          defaultValue={typed.companyName}
        />
        <EmailField
          {...form.field('email')}
          ref={email}
          label={t('signUp.email')}
          defaultValue={typed.email ?? emailFromHistory}
        />
        <Button type="submit" block loading={form.busy}>
          {t('signUp.submit')}
        </Button>
      </Form>
      <p className={styles.line}>
        {t('signUp.haveAccount')}{' '}
        <ScreenLink to="/login" email={() => email.current?.value.trim()}>
          {t('signUp.logIn')}
        </ScreenLink>
      </p>
    </Stack>
  );
}

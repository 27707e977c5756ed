import { postedFormId } from '@app/contract/pages/form-key.ts';
import { email as emailRule } from '@app/contract/fields/fields.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { Button } from '@app/ui/button/button.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack, Stack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { useRef, type FormEvent } from 'react';
import * as v from 'valibot';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { recoverPassword } from '#auth/link/recovery.ts';
import styles from '#forms/account.module.css';
import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { fieldValue } from '#forms/field-value.ts';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useSending } from '#forms/use-sending.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const rules = v.object({ email: emailRule });
const words = { email: { ...commonFieldWords, is_invalid: 'fields.email' } } as const;

interface ForgotFormProps {
  /** What was typed before: on the login screen, or here. */
  readonly email: string | undefined;
  readonly posted: Failure | undefined;
  readonly onSent: (email: string) => void;
}

/** Asks for the address of the account. */
export function ForgotForm({ email, posted, onSent }: ForgotFormProps) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const refused = posted?.kind === 'invalid' ? posted.fields : undefined;
  const { problems, check, refuse, watch } = useFormCheck(rules, words, refused);
  const { busy, error, alert, send } = useSending(
    posted && !refused?.['email'] ? accountFormError(posted) : null,
  );
  const field = useRef<HTMLInputElement>(null);
  useTitle('titles.forgot');
  useInitialFocus(field);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !check(form)) return;
    const typed = fieldValue(form, 'email').trim();
    void send(async () => {
      const failure = await recoverPassword(deps, typed);
      if (!failure) onSent(typed);
      if (!failure || (failure.kind === 'invalid' && refuse(form, failure.fields))) return null;
      return accountFormError(failure);
    });
  }

  return (
    <Stack>
      <ScreenHeading lead={t('forgot.lead')}>{t('forgot.title')}</ScreenHeading>
      <FormStack id={postedFormId} onSubmit={submitted}>
        <FormAlert ref={alert} error={error?.words ?? null} wait={error?.wait} />
        <TextField
          {...watch('email')}
          ref={field}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('login.email')}
          placeholder={t('login.emailExample')}
          defaultValue={email}
          readOnly={busy}
          error={problems.email && t(problems.email)}
        />
        <Button type="submit" block loading={busy}>
          {t('forgot.submit')}
        </Button>
      </FormStack>
      <p className={styles.line}>
        <ScreenLink to="/login" email={() => field.current?.value.trim()}>
          {t('account.backToLogin')}
        </ScreenLink>
      </p>
    </Stack>
  );
}

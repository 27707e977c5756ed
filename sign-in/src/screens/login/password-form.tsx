import { email as emailRule, currentPassword } from '@app/contract/fields.ts';
import { Button } from '@app/ui/button/button.tsx';
import { PasswordField } from '@app/ui/password-field/password-field.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { signInWithPassword } from '#auth/sign-in.ts';
import { FormAlert } from '#forms/form-alert.tsx';
import { typedText } from '#forms/typed-text.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useTitle } from '#i18n/use-title.ts';

import { openCodeStep } from './login-step.ts';
import { SignUpLine } from './sign-up-line.tsx';
import { useStepError } from './use-step-error.ts';

const rules = v.object({ email: emailRule, password: currentPassword });
const words = {
  email: { ...commonFieldWords, is_invalid: 'fields.email' },
  password: commonFieldWords,
} as const;

/**
 * Email and password (§2). The fields belong to the DOM: what was typed before hydration stays, and so does everything
 * on every failure. Sent before hydration, the form is a POST to /login, which the service answers the same way.
 */
export function PasswordForm() {
  const { t, language } = useTexts();
  const { state, deps } = useAuth();
  const { problems, check, refuse, watch } = useFormCheck(rules, words);
  const error = useStepError();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [refusals, setRefusals] = useState(0);
  const busy = state.signingIn || state.status === 'AUTHENTICATED';
  useTitle('titles.login');

  // Coming back from the code step, or from a page that was sent before hydration: what is left to type is the password.
  useEffect(() => {
    if (alert.current) alert.current.focus();
    else if (state.email) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where the person has just arrived
  }, []);

  // Once the alert is in the page: focused, it is read out, also when it says the same as before.
  useEffect(() => {
    if (refusals > 0) alert.current?.focus();
  }, [refusals]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    if (running.current || !check(target)) return;
    running.current = true;
    const step = await signInWithPassword(deps, {
      email: typedText(target, 'email').trim(),
      password: typedText(target, 'password'),
    });
    running.current = false;
    if (step.to === 'code') openCodeStep();
    if (step.to !== 'failed') return;
    const refused = step.failure?.kind === 'invalid' && refuse(target, step.failure.fields);
    if (!refused) setRefusals((count) => count + 1);
  }

  return (
    <>
      <ScreenHeading lead={t('login.lead')}>{t('login.title')}</ScreenHeading>
      {/* Sent before hydration, it is answered in the language that the person reads. */}
      <FormStack ref={form} action={`/login?lng=${language}`} onSubmit={(event) => void submit(event)}>
        <FormAlert ref={alert} error={error} />
        <TextField
          {...watch('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('login.email')}
          placeholder={t('login.emailExample')}
          defaultValue={state.email ?? undefined}
          readOnly={busy}
          error={problems.email && t(problems.email)}
        />
        <PasswordField
          {...watch('password')}
          label={t('login.password')}
          toggleLabel={t('login.showPassword')}
          capsLockHint={t('login.capsLock')}
          readOnly={busy}
          error={problems.password && t(problems.password)}
        />
        <Button type="submit" block loading={busy}>
          {t('login.submit')}
        </Button>
      </FormStack>
      <SignUpLine />
    </>
  );
}

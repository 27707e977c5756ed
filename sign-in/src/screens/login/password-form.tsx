import { email as emailRule, currentPassword } from '@app/contract/fields.ts';
import { Button } from '@app/ui/button/button.tsx';
import { PasswordField } from '@app/ui/password-field/password-field.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { lastStrategy } from '@app/session/last-strategy.ts';
import { useEffect, useId, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { useCarriedEmail } from '#auth/address.tsx';
import { signInWithPassword } from '#auth/sign-in.ts';
import { usePostedFields } from '#auth/page-data.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { typedText } from '#forms/typed-text.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useTitle } from '#i18n/use-title.ts';

import { openCodeStep } from './login-step.ts';
import styles from './login.module.css';
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
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { problems, check, refuse, watch } = useFormCheck(
    rules,
    words,
    usePostedFields('signInWithPassword'),
  );
  const carried = useCarriedEmail();
  const lastUsed = useLastStrategy() === 'password';
  const error = useStepError();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const lastUsedId = useId();
  const [refusals, setRefusals] = useState(0);
  const known = carried ?? state.email ?? undefined;
  const busy = state.signingIn || state.status === 'AUTHENTICATED';
  useTitle('titles.login');

  // Coming back from the code step, or from a page that was sent before hydration: what is left to type is the password.
  useEffect(() => {
    if (alert.current) alert.current.focus();
    else if (known) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
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
      <FormStack ref={form} onSubmit={(event) => void submit(event)}>
        <FormAlert ref={alert} error={error} wait={state.wait} />
        <TextField
          {...watch('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('login.email')}
          placeholder={t('login.emailExample')}
          defaultValue={known}
          readOnly={busy}
          error={problems.email && t(problems.email)}
        />
        <PasswordField
          {...watch('password')}
          label={t('login.password')}
          labelEnd={
            <ScreenLink
              to="/password/forgot"
              email={() => (form.current ? typedText(form.current, 'email').trim() : undefined)}
            >
              {t('login.forgot')}
            </ScreenLink>
          }
          toggleLabel={t('login.showPassword')}
          capsLockHint={t('login.capsLock')}
          readOnly={busy}
          error={problems.password && t(problems.password)}
        />
        <div className={styles.method}>
          <Button type="submit" block loading={busy} aria-describedby={lastUsed ? lastUsedId : undefined}>
            {t('login.submit')}
          </Button>
          {lastUsed ? (
            <span id={lastUsedId} className={styles.lastUsed}>
              {t('login.lastUsed')}
            </span>
          ) : null}
        </div>
      </FormStack>
      <p className={styles.line}>
        {t('login.noAccount')} <a href={deps.config.signUpUrl}>{t('login.signUp')}</a>
      </p>
    </>
  );
}

const never = () => () => {};
/** How this browser signed in last (§1: the right method first); nothing is known of it while the pages are made. */
const useLastStrategy = () =>
  useSyncExternalStore(
    never,
    () => lastStrategy(),
    () => undefined,
  );

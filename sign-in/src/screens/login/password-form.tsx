import { postedFormId } from '@app/contract/pages/form-key.ts';
import { email as emailRule, currentPassword } from '@app/contract/fields/fields.ts';
import { PasswordField } from '@app/ui/password-field/password-field.tsx';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { FormStack } from '@app/ui/stack/stack.tsx';
import { TextField } from '@app/ui/text-field/text-field.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { useEmailFromHistory } from '#auth/address.tsx';
import { signInWithPassword } from '#auth/password/sign-in.ts';
import { usePostedFields } from '#auth/start/page-data.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { fieldValue } from '#forms/field-value.ts';
import { giveInitialFocus } from '#forms/use-initial-focus.ts';
import { commonFieldWords, useFormCheck } from '#forms/use-form-check.ts';
import { useTitle } from '#i18n/use-title.ts';

import { openStep } from './login-step.ts';
import styles from './login.module.css';
import { MethodButton } from './method-button.tsx';
import { OtherMethods } from './other-methods.tsx';
import { useStepError } from './use-step-error.ts';

const rules = v.object({ email: emailRule, password: currentPassword });
const words = {
  email: { ...commonFieldWords, is_invalid: 'fields.email' },
  password: commonFieldWords,
} as const;

/**
 * Email and password (spec §2). The fields belong to the DOM: what was typed before hydration stays, and so does
 * everything on every failure. Sent before hydration, the form is a POST to /login, which the service answers the same
 * way. What went wrong stands with the fields and below the other ways in, so that Tab goes on from it to the fields.
 *
 * @param typed the email as it was typed last in a form of this screen
 */
export function PasswordForm({
  typed,
  openSso,
}: {
  typed: string | undefined;
  openSso: () => Promise<void>;
}) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const { problems, check, refuse, watch } = useFormCheck(
    rules,
    words,
    usePostedFields('signInWithPassword'),
  );
  const carried = useEmailFromHistory();
  const error = useStepError(state.codeStepOpen);
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [refusals, setRefusals] = useState(0);
  const [offersSso, setOffersSso] = useState(false);
  const known = typed ?? carried ?? state.email ?? undefined;
  const busy = state.signingIn || state.status === 'AUTHENTICATED';
  useTitle('titles.login');

  // Where typing begins, or goes on for whoever comes back from another step or from a page sent before hydration.
  useEffect(() => {
    const wrong = alert.current ?? form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else giveInitialFocus(form.current?.querySelector(`[name=${known ? 'password' : 'email'}]`));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where the person has just arrived
  }, []);

  // Once the alert is in the page: focused, it is read out, also when it says the same as before. A wrong password is
  // read out by itself, and the next one is typed over it.
  useEffect(() => {
    if (refusals === 0) return;
    if (error !== 'errors.credentials') return alert.current?.focus();
    const password = form.current?.querySelector<HTMLInputElement>('[name=password]');
    password?.focus();
    password?.select();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [refusals]);

  /** Offers single sign-on once an address of a company that has it was typed. */
  function offerSso(left: HTMLInputElement): void {
    if (left.name === 'email')
      import('#auth/provider/sso.ts')
        .then(({ isSsoAddress }) => isSsoAddress(deps, left))
        .then(setOffersSso, () => {});
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    if (running.current || !check(target)) return;
    running.current = true;
    const step = await signInWithPassword(deps, {
      email: fieldValue(target, 'email').trim(),
      password: fieldValue(target, 'password'),
    });
    running.current = false;
    if (step.to === 'code') openStep('code');
    if (step.to !== 'failed') return;
    const refused = step.failure?.kind === 'invalid' && refuse(target, step.failure.fields);
    if (!refused) setRefusals((count) => count + 1);
  }

  return (
    <>
      <ScreenHeading lead={t('login.lead')}>{t('login.title')}</ScreenHeading>
      <OtherMethods busy={busy} openSso={openSso} />
      <FormStack
        id={postedFormId}
        ref={form}
        onBlur={({ target }) => offerSso(target as Element as HTMLInputElement)}
        onSubmit={(event) => void submit(event)}
      >
        <FormAlert ref={alert} error={error} wait={state.wait} />
        <TextField
          {...watch('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          label={t('login.email')}
          labelEnd={
            <span aria-live="polite">
              {offersSso ? (
                <a
                  href="/login"
                  onClick={(event) => {
                    event.preventDefault();
                    void openSso();
                  }}
                >
                  {t('login.offerSso')}
                </a>
              ) : null}
            </span>
          }
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
              email={() => (form.current ? fieldValue(form.current, 'email').trim() : undefined)}
            >
              {t('login.forgot')}
            </ScreenLink>
          }
          toggleLabel={t('login.showPassword')}
          capsLockHint={t('login.capsLock')}
          readOnly={busy}
          error={problems.password && t(problems.password)}
        />
        <MethodButton method="password" type="submit" loading={busy}>
          {t('login.submit')}
        </MethodButton>
      </FormStack>
      <p className={styles.line}>
        {t('login.noAccount')} <a href={deps.config.signUpUrl}>{t('login.signUp')}</a>
      </p>
    </>
  );
}

import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { email as emailRule, currentPassword } from '@app/contract/fields/fields.ts';
import { PasswordField } from '@app/ui/password-field';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack } from '@app/ui/stack';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '@app/session/pages/load-chunk.ts';
import { useTexts, useTitle } from '#i18n/use-texts.ts';
import * as v from 'valibot';

import { useAuth } from '#auth/auth-context.tsx';
import { useEmailFromHistory } from '#auth/address.tsx';
import { signInWithPassword } from '#auth/password/sign-in.ts';
import { usePostedFields } from '#auth/start/page-data.tsx';
import { EmailField } from '#forms/email-field.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import { ScreenLink } from '#forms/screen-link.tsx';
import { giveInitialFocus } from '#forms/use-initial-focus.ts';
import { commonFieldWords, emailWords } from '#forms/use-form-check.ts';
import { useForm } from '#forms/use-form.ts';

import { openStep, useSignInStep } from './login-step.ts';
import styles from './login.module.css';
import { MethodButton } from './method-button.tsx';
import { OtherMethods } from './other-methods.tsx';

const fields = {
  rules: v.object({ email: emailRule, password: currentPassword }),
  words: { email: emailWords, password: commonFieldWords },
};

/**
 * The form for email and password (spec §2). The DOM holds the values, so values typed before hydration stay, also after
 * a failure. Sent before hydration, the form is a POST to /login, which the service answers the same way. The alert is
 * below the other sign-in methods, so that Tab goes from it to the fields.
 *
 * @param typed the email last typed in a form of this screen
 */
export function PasswordForm({
  typed,
  openSso,
}: {
  typed: string | undefined;
  openSso: () => Promise<void>;
}) {
  const { t, texts } = useTexts();
  const { state, deps } = useAuth();
  const emailFromHistory = useEmailFromHistory();
  const { error, busy } = useSignInStep(state.codeStepOpen);
  const element = useRef<HTMLFormElement>(null);
  const [ssoOffer, setSsoOffer] = useState<ReactNode>();
  const [passkeyOffer, setPasskeyOffer] = useState<ReactNode>();
  const known = typed ?? emailFromHistory ?? state.email ?? undefined;
  const form = useForm({
    fields,
    postedFields: usePostedFields('signInWithPassword'),
    focusRefused,
    async send(value) {
      const step = await signInWithPassword(deps, {
        email: value('email').trim(),
        password: value('password'),
      });
      if (step.to === 'code') openStep('code');
      return step.to === 'failed' ? (step.failure ?? 'refused') : undefined;
    },
  });
  useTitle('titles.login');

  // Focus the field to type in next, also after a return from another step or a post before hydration.
  useEffect(() => {
    const wrong = form.alert.current ?? element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else giveInitialFocus(element.current?.querySelector(`[name=${known ? 'password' : 'email'}]`));
    return whenIdle(() => {
      import('./passkey/offer-passkeys.tsx')
        .then(({ offerPasskeys }) => offerPasskeys(deps, texts, element.current))
        .then(setPasskeyOffer, () => {});
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form appears
  }, []);

  /** The alert about a wrong password is announced without the focus; the password is selected, to type over it. */
  function focusRefused(): void {
    if (error?.words !== 'errors.credentials') return form.alert.current?.focus();
    const password = element.current?.querySelector<HTMLInputElement>('[name=password]');
    password?.focus();
    password?.select();
  }

  /** Offers single sign-on when the typed address belongs to a company that uses it. */
  function offerSso(left: HTMLInputElement): void {
    if (left.name === 'email')
      import('./sso-offer.tsx')
        .then(({ offerSso: offer }) => offer(deps, left, openSso))
        .then(setSsoOffer, () => {});
  }

  return (
    <>
      <ScreenHeading lead={t('login.lead')}>{t('login.title')}</ScreenHeading>
      <OtherMethods busy={busy} openSso={openSso} />
      <FormStack
        id={postedFormId}
        ref={element}
        onBlur={({ target }) => offerSso(target as Element as HTMLInputElement)}
        onSubmit={form.submit}
      >
        <FormAlert ref={form.alert} error={error} />
        <EmailField
          {...form.field('email')}
          labelEnd={<span aria-live="polite">{ssoOffer}</span>}
          defaultValue={known}
          readOnly={busy}
        />
        <PasswordField
          {...form.field('password')}
          label={t('login.password')}
          labelEnd={
            <ScreenLink
              to="/password/forgot"
              email={() => element.current?.querySelector<HTMLInputElement>('[name=email]')?.value.trim()}
            >
              {t('login.forgot')}
            </ScreenLink>
          }
          toggleLabel={t('login.showPassword')}
          capsLockHint={t('login.capsLock')}
          readOnly={busy}
        />
        <MethodButton method="password" type="submit" loading={busy}>
          {t('login.submit')}
        </MethodButton>
      </FormStack>
      {passkeyOffer}
      <p className={styles.line}>
        {t('login.noAccount')} <a href={deps.config.signUpUrl}>{t('login.signUp')}</a>
      </p>
    </>
  );
}

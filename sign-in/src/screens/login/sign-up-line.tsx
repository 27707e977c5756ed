import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import { useAuth } from '#auth/auth-context.tsx';

import styles from './login.module.css';

const never = () => () => {};

/**
 * 'No account? Sign up' (§2), when there is a page to sign up on: this app has none of its own, so `SIGN_UP_URL` has to
 * name one elsewhere. The pages are made without knowing it, so the line comes after hydration.
 */
export function SignUpLine() {
  const { t } = useTexts();
  const { signUpUrl, publicUrl } = useAuth().deps.config;
  const elsewhere = useSyncExternalStore(
    never,
    () => !isOwnSignUp(signUpUrl, publicUrl),
    () => false,
  );
  if (!elsewhere) return null;
  return (
    <p className={styles.line}>
      {t('login.noAccount')} <a href={signUpUrl}>{t('login.signUp')}</a>
    </p>
  );
}

/** Whether the address is the `/signup` of this app, or none at all. */
function isOwnSignUp(signUpUrl: string, publicUrl: string): boolean {
  if (!signUpUrl || !URL.canParse(signUpUrl, publicUrl)) return true;
  const url = new URL(signUpUrl, publicUrl);
  return url.origin === new URL(publicUrl).origin && url.pathname === '/signup';
}

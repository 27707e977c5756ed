import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import { useAuth } from '#auth/auth-context.tsx';

import { closeStep } from '#screens/login/login-step.ts';
import styles from '#screens/login/login.module.css';

const never = () => () => {};

/**
 * The links of the code step: back to the password form, once no code can be valid, and to the help pages (spec §2).
 * Without script the way back could not appear later, so it is rendered from the start.
 */
export function CodeHelp({ wayBack }: { wayBack: boolean }) {
  const { t } = useTexts();
  const shown = useSyncExternalStore(
    never,
    () => wayBack,
    () => true,
  );
  const { helpUrl } = useAuth().deps.config;
  return (
    <>
      {shown ? (
        <p className={styles.line}>
          <a
            href="/login"
            onClick={(event) => {
              event.preventDefault();
              closeStep('code');
            }}
          >
            {t('code.tryAgain')}
          </a>
        </p>
      ) : null}
      <p className={styles.line}>
        <a href={helpUrl}>{t('code.help')}</a>
      </p>
    </>
  );
}

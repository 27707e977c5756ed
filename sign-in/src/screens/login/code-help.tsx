import { useTexts } from '#i18n/use-texts.ts';

import { useAuth } from '#auth/auth-context.tsx';

import { closeStep } from './login-step.ts';
import styles from './login.module.css';

/** The ways out of the code step: back to the password form, or to the help pages (§2). */
export function CodeHelp() {
  const { t } = useTexts();
  const { helpUrl } = useAuth().deps.config;
  return (
    <>
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
      <p className={styles.line}>
        <a href={helpUrl}>{t('code.help')}</a>
      </p>
    </>
  );
}

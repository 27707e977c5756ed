import { useAfterHydration } from '@app/ui/after-hydration';

import { useAuth } from '#auth/auth-context.tsx';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { closeStep } from '#screens/login/login-step.ts';
import styles from '#screens/login/login.module.css';

const otherPerson: readonly TextKey[] = ['code.startAgain'];
const codeOver: readonly TextKey[] = ['code.tryAgain'];
const both = [...otherPerson, ...codeOver];

/**
 * The links of the code step: back to the password form, for another person or once no code can be valid, and to the
 * help pages (spec §2). Without script the second could not appear later, so both are rendered from the start.
 */
export function CodeHelp({ over }: { over: boolean }) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const hydrated = useAfterHydration();
  const ways = hydrated ? (over ? codeOver : otherPerson) : both;

  function startAgain(words: TextKey): void {
    if (words === 'code.tryAgain') return closeStep('code');
    // The code of another person must not open this step again, in this tab or a new one.
    deps.challenge.clear();
    deps.dispatch({ type: 'signOut' });
  }

  return (
    <>
      {ways.map((words) => (
        <p key={words} className={styles.line}>
          <a
            href="/login"
            onClick={(event) => {
              event.preventDefault();
              startAgain(words);
            }}
          >
            {t(words)}
          </a>
        </p>
      ))}
      <p className={styles.line}>
        <a href={deps.config.helpUrl}>{t('code.help')}</a>
      </p>
    </>
  );
}

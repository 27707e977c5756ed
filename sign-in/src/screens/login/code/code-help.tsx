import { useAfterHydration } from '@app/ui/after-hydration';

import { useAuth } from '#auth/auth-context.tsx';
import account from '#forms/account.module.css';
import { OpenWebmail } from '#forms/mail/open-webmail.tsx';
import { type TextKey, useTexts } from '#i18n/use-texts.ts';
import { closeStep } from '#screens/login/login-step.ts';
import styles from '#screens/login/login.module.css';

import help from './code-help.module.css';

const otherPerson: readonly TextKey[] = ['code.startAgain'];
const codeOver: readonly TextKey[] = ['code.tryAgain'];
const both = [...otherPerson, ...codeOver];

/**
 * The links of the code step: back to the password form, for another person or once no code can be valid, to the
 * mailbox, and what to do if no email came, which opens in place and keeps the step (spec §2). Without script the
 * second could not appear later, so both are rendered from the start.
 */
export function CodeHelp({ email, byMail, over }: { email: string; byMail: boolean; over: boolean }) {
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
      {byMail ? (
        <>
          <OpenWebmail email={email}>
            {(link, words) => (
              <p className={styles.line}>
                <a {...link}>{words}</a>
              </p>
            )}
          </OpenWebmail>
          <details className={help.details}>
            <summary>{t('account.nothingCame')}</summary>
            <ul className={account.hints}>
              <li>{t('account.checkSpam')}</li>
              <li>{t('account.checkAddress')}</li>
              <li>
                <a href={deps.config.helpUrl} target="_blank" rel="noreferrer">
                  {t('success.help')}
                </a>
              </li>
            </ul>
          </details>
        </>
      ) : null}
    </>
  );
}

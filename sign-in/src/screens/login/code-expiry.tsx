import type { MfaChallenge } from '@app/session/mfa-challenge.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login.module.css';
import { minutesAndSeconds, useSecondsLeft } from './use-seconds-left.ts';

/** How long the newest code is still good: a quiet line that counts for the eyes and is never announced. */
export function CodeExpiry({ challenge, now }: { challenge: MfaChallenge; now: () => number }) {
  const { t } = useTexts();
  const left = useSecondsLeft(challenge, challenge.times.codeExpiresAt, now);
  // Not known where the code step was taken up from a posted form.
  if (left === Infinity) return null;
  return (
    <span className={styles.count} aria-live="off">
      {left > 0 ? t('code.expiresIn', { time: minutesAndSeconds(left) }) : t('code.expired')}
    </span>
  );
}

import { type Challenge, serviceTime } from '@app/session/stored/challenge.ts';

import styles from '#forms/countdown.module.css';
import { minutesAndSeconds, useSecondsLeft } from '#forms/countdown.tsx';
import { useTexts } from '#i18n/use-texts.ts';

/** Seconds before the expiry at which the countdown begins; before that the lead's 'valid for 10 minutes' suffices. */
const lastMinute = 60;

/** The countdown in the last minute of the newest code: a visible line that is never announced. */
export function CodeExpiry({ challenge, now }: { challenge: Challenge; now: () => number }) {
  const { t } = useTexts();
  const left = useSecondsLeft(...untilTime(challenge, 'codeExpiresAt', now));
  if (left > lastMinute) return null;
  return (
    <span className={styles.count} aria-live="off">
      {left > 0 ? t('code.expiresIn', { time: minutesAndSeconds(left) }) : t('code.expired')}
    </span>
  );
}

/**
 * The time until a moment of the challenge, for `useSecondsLeft` and `useIsOver`: by the service's clock, so that a
 * reload, a second tab or a wrong clock shows the same count (requirements §4 "Second step").
 *
 * @param now this machine's clock
 */
export const untilTime = (
  { times, clockOffset }: Challenge,
  moment: 'codeExpiresAt' | 'resendAt',
  now: () => number,
): [millisecondsLeft: () => number, prerendered: () => number] => [
  () => times[moment] - serviceTime({ clockOffset }, now()),
  () => times[moment] - times.serverNow,
];

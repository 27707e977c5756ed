import { serviceTime, type MfaChallenge } from '@app/session/mfa-challenge.ts';
import { useEffect, useState } from 'react';

/** Often enough that no second of the display is skipped. */
const tick = 250;

/**
 * Whole seconds until a moment of the challenge, by the service's clock, so that a reload, a second tab, a laptop that
 * slept or a wrong clock shows the same count (decisions, section 4). Rounded up: 0 means that the moment has come.
 *
 * @param at milliseconds since the epoch, by the service's clock
 * @param now this machine's clock
 */
export function useSecondsLeft(challenge: MfaChallenge, at: number, now: () => number): number {
  const left = Math.max(0, Math.ceil((at - serviceTime(challenge, now())) / 1000));
  const over = left === 0;
  // The moment of the last look, and not what was left then: a wait that slept through has to be noticed as well.
  const [, setLooked] = useState(0);
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setLooked(Math.floor(now() / tick)), tick);
    return () => clearInterval(timer);
  }, [over, now]);
  return left;
}

/** `9:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

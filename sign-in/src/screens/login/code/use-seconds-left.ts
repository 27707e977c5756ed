import { serviceTime, type Challenge } from '@app/session/stored/challenge.ts';
import { useSyncExternalStore } from 'react';

/** Often enough that no second of the display is skipped. */
const tick = 250;

/**
 * Whole seconds until a moment of the challenge, by the service's clock, so that a reload, a second tab, a laptop that
 * slept or a wrong clock shows the same count (requirements §4 "Second step"). Rounded up: 0 means that the moment has
 * come.
 *
 * @param at milliseconds since the epoch, by the service's clock
 * @param now this machine's clock
 */
export function useSecondsLeft(challenge: Challenge, at: number, now: () => number): number {
  const left = (present: number): number => Math.max(0, Math.ceil((at - present) / 1000));
  return useSyncExternalStore(
    everyTick,
    () => left(serviceTime(challenge, now())),
    // While a drawn page comes alive: as the service drew it.
    () => left(challenge.times.serverNow),
  );
}

/** Whether that moment has come; drawn anew once, and not every second. */
export function useIsOver(challenge: Challenge, at: number, now: () => number): boolean {
  return useSyncExternalStore(
    everyTick,
    () => serviceTime(challenge, now()) >= at,
    () => challenge.times.serverNow >= at,
  );
}

function everyTick(look: () => void): () => void {
  const timer = setInterval(look, tick);
  return () => clearInterval(timer);
}

/** `9:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

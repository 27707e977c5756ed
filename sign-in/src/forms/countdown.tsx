/** Hooks and components for the seconds until a moment. */
import { useSyncExternalStore } from 'react';

import styles from './countdown.module.css';

/** Often enough that no second of the display is skipped. Milliseconds. */
const tick = 250;

/**
 * Whole seconds until a moment, rounded up; 0 once it is reached. Computed from a clock at every tick, so the count is
 * right after a laptop slept.
 *
 * @param millisecondsLeft milliseconds until the moment
 * @param prerendered the same when the page was rendered on the service
 */
export function useSecondsLeft(millisecondsLeft: () => number, prerendered: () => number): number {
  return useSyncExternalStore(
    everyTick,
    () => wholeSeconds(millisecondsLeft()),
    () => wholeSeconds(prerendered()),
  );
}

/** Whether a moment is reached, with the same arguments. Renders once at the moment, not every second. */
export function useIsOver(millisecondsLeft: () => number, prerendered: () => number): boolean {
  return useSyncExternalStore(
    everyTick,
    () => millisecondsLeft() <= 0,
    () => prerendered() <= 0,
  );
}

const wholeSeconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));

function everyTick(look: () => void): () => void {
  const timer = setInterval(look, tick);
  return () => clearInterval(timer);
}

/** `9:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The countdown on a button that must wait, hidden from screen readers; empty once the wait is over. */
export function ButtonCountdown({ seconds }: { seconds: number }) {
  if (seconds === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {minutesAndSeconds(seconds)}
    </span>
  );
}

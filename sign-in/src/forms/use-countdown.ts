import { useEffect, useLayoutEffect, useState } from 'react';

/** Often enough that no second of the display is skipped. */
const tick = 250;

/**
 * Whole seconds that are left of a wait; it begins anew whenever `turn` changes. 0 on the service and without script.
 * Counted by the clock, not by ticks, so that a sleeping laptop has waited too.
 */
export function useCountdown(seconds: number, turn: number): number {
  const [left, setLeft] = useState(0);
  const over = left === 0;

  const [until, setUntil] = useState(0);
  // Before the first paint, so that what has to wait never looks ready.
  useLayoutEffect(() => {
    setUntil(performance.now() + seconds * 1000);
    setLeft(seconds);
  }, [seconds, turn]);
  useEffect(() => {
    if (over) return;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))),
      tick,
    );
    return () => clearInterval(timer);
  }, [over, until]);
  return left;
}

/** `0:59` */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * A deadline that a busy process does not miss by itself. Timers run before the event loop reads what has arrived: after
 * a second of computing, an ordinary timer would declare lost what has answered long ago. So the end of the time is
 * cut into steps, and between two of them the loop reads.
 */
const step = 20;
const steps = 10;

/** Calls `passed` after `ms` milliseconds, more than 200, or later if the process was busy. Returns what stops it. */
export function startDeadline(ms: number, passed: () => void): () => void {
  let left = steps;
  const next = (): void => {
    if (left === 0) return passed();
    left -= 1;
    timer = setTimeout(next, step);
  };
  let timer = setTimeout(next, ms - steps * step);
  return () => clearTimeout(timer);
}

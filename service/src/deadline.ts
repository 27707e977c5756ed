/**
 * A timeout that does not fire only because the process was busy. Timers run before the event loop reads its sockets, so
 * after a second of computing a plain timer would fire although the answer has arrived. The last 200 ms are therefore
 * split into steps, and the loop reads between them.
 */
const step = 20;
const steps = 10;

/**
 * Calls `passed` after `ms` milliseconds (more than 200), or later if the process was busy. Returns a function that
 * stops it.
 */
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

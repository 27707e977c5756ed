/**
 * The processor time of this process so far, in milliseconds. For tests that limit the work that an input can cause:
 * unlike wall-clock time it does not depend on other processes.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Blocks the event loop of this thread for a number of milliseconds. */
export function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) for (let n = 0; n < 100_000; n += 1) Math.sqrt(n);
}

/** Blocks the event loop of this thread for a number of milliseconds. */
export function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) for (let n = 0; n < 100_000; n += 1) Math.sqrt(n);
}

/**
 * The processor time of this process so far, in milliseconds. For tests that bound how much work an input can make:
 * unlike the time on the clock it does not grow when the machine does other things besides.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The processor time of this process so far, in milliseconds. For tests that limit the work that an input can cause:
 * unlike wall-clock time it does not depend on other processes.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

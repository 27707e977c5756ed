/** What makes Node write its memory, or every header, where secrets must not be (threat D11). */
import type { SettingProblem } from './setting-variables.ts';

/**
 * Node's reports have the environment and the heap's texts, snapshots and core dumps the whole memory, a debugger reads
 * it all, and a key log opens recorded TLS.
 */
const dumps =
  /^--(?:report-|heapsnapshot-|heap-prof|abort-on-uncaught-exception|inspect|tls-keylog|track-heap-objects)/;

/**
 * @param flags Node's own flags of this process
 * @param options the variable NODE_OPTIONS
 * @param debug the variable NODE_DEBUG, by which Node writes requests to standard error
 */
export function memoryDumpProblems(
  flags: readonly string[],
  options: string | undefined,
  debug: string | undefined,
): SettingProblem[] {
  const given = [...flags, ...(options ?? '').split(/\s+/)].map((flag) => flag.replaceAll('_', '-'));
  const refused = [...new Set(given.filter((flag) => dumps.test(flag)).map((flag) => flag.split('=')[0]))];
  return [
    ...refused.map((flag) => ({
      name: 'NODE_OPTIONS' as const,
      says: `must not have ${flag}, nor the command: it writes or opens the memory, which has keys and passwords`,
      mend: `Leave ${flag} out, or use it in development.`,
    })),
    ...(debug === undefined || debug === ''
      ? []
      : [
          {
            name: 'NODE_DEBUG' as const,
            says: 'must not be set: Node then writes requests with their headers to standard error',
            mend: 'Leave NODE_DEBUG out; the log of the service says what happened.',
          },
        ]),
  ];
}

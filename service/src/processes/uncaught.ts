/** The end of a process by an error that nothing caught: one clean line of the log, where Node would print the error. */
import type { Logger } from 'pino';

/** From now on such an error is logged, cleaned as every line, and ends the process with 1. */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error that nothing caught ends the process');
    process.exit(1);
  });
}

/** Logs and reports a crash of components (spec §8). Part of the first load. */
import { queueError } from '@app/log/error-queue.ts';
import { log } from '@app/log/log-queue.ts';

/** Never throws: a failure of the reporting is ignored. */
export function reportCrash(error: unknown, componentStack: string | null | undefined): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  log('error', 'page', 'crash of the screen', {
    message,
    stack,
    componentStack: componentStack ?? undefined,
  });
  queueError({ how: 'crash', error, componentStack: componentStack ?? undefined });
}

/** Starts the log and the error reports of an app: they collect from the first moment. */
import { loadWhenNeeded } from '@app/log/load-log.ts';
import { collectErrors, log } from '@app/log/log-queue.ts';
import { reportWhenIdle } from '@app/log/load-reports.ts';
import { queueError } from '@app/log/error-queue.ts';

import { whenIdle } from '#pages/load-chunk.ts';
import { logSteps } from './log-calls.ts';

export type LoggingApp = 'sign-in' | 'dashboard';

/** Of the settings of an app. */
export interface LogConfig {
  readonly version: string;
  readonly logIntakeUrl: string;
  readonly environment?: string | undefined;
  /** Where error reports go; undefined: nothing is reported. */
  readonly sentryDsn?: string | undefined;
}

/** The code that sends is loaded once the page is idle: the log's when there is something to send. */
export function startLog(app: LoggingApp, config: LogConfig): void {
  collectErrors();
  logSteps();
  loadWhenNeeded(() => import('./send-log.ts').then(({ sendLog }) => sendLog(app, config)), whenIdle);
  const { sentryDsn: dsn } = config;
  if (dsn !== undefined)
    reportWhenIdle(
      () =>
        import('@app/log/reports/send-reports.ts').then(({ sendReports }) =>
          sendReports({ app, ...config, dsn }),
        ),
      whenIdle,
    );
}

/** Logs and reports a crash of components (spec §8). Never throws: a failure of the reporting is ignored. */
export function reportCrash(error: unknown, componentStack: string | null | undefined): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  log('error', 'page', 'crash of the screen', {
    message,
    stack,
    componentStack: componentStack ?? undefined,
  });
  queueError({ how: 'crash', error, componentStack: componentStack ?? undefined });
}

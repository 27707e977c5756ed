/** Starts the error reports of an app: what reports is loaded once the page is loaded and idle. */
import { reportWhenIdle, type FlushReports } from '@app/log/load-reports.ts';

import { whenIdle } from '#pages/when-idle.ts';

/** @param loadReporting loads what reports, and starts it */
export const startReports = (loadReporting: () => Promise<FlushReports>): void =>
  reportWhenIdle(loadReporting, whenIdle);

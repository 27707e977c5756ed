/** The lists of the dashboard that are also answered as a CSV file. */
import type { DashboardCallName, DashboardInput } from '@app/contract/dashboard/dashboard-endpoints.ts';

import type { Deps } from '#deps.ts';

import type { DashboardCall } from './dashboard-flow.ts';
import { exportEvents } from './sign-in-log/export-events.ts';

export interface CsvFile {
  readonly fileName: string;
  /** The text in pieces. The next is made when the one before was sent, so a file of any length needs little memory. */
  readonly pieces: AsyncIterable<string>;
}

export type CsvFlow<Name extends DashboardCallName> = (
  input: DashboardInput<Name>,
  call: DashboardCall,
  deps: Deps,
) => Promise<CsvFile>;

export type CsvFlows = { readonly [Name in DashboardCallName]?: CsvFlow<Name> };

export const csvFlows: CsvFlows = { listEvents: exportEvents };

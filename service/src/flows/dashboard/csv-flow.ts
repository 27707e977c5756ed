/** What answers a list of the dashboard as a CSV file. */
import type { DashboardCallName, DashboardInput } from '@app/contract/dashboard/dashboard-endpoints.ts';

import type { Deps } from '#deps.ts';

import type { DashboardCall } from './dashboard-flow.ts';

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

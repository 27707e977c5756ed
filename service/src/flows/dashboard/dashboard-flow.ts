/** The type of a flow of the dashboard: who calls, what about, and the answer as the wire writes it. */
import { limits } from '@app/contract/fields/limits.ts';
import type {
  DashboardAnswer,
  DashboardCallName,
  DashboardInput,
} from '@app/contract/dashboard/dashboard-endpoints.ts';

import type { Call, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { Actor } from '#store/dashboard/actor.ts';

/** A call whose actor was found in the database. In an admin's call the actor is an admin of the company. */
export interface DashboardCall extends Call {
  readonly actor: Actor;
}

/** A flow of the dashboard, or a `Refusal` thrown. */
export type DashboardFlow<Name extends DashboardCallName> = (
  input: DashboardInput<Name>,
  call: DashboardCall,
  deps: Deps,
) => Promise<DashboardAnswer<Name>>;

/** Throws `Refusal('reauthenticationRequired')` if the person's last proof is older than `limits.recentSignIn`. */
export function requireRecentSignIn({ actor }: DashboardCall, { clock }: Deps): void {
  if (clock() - actor.authenticatedAt > limits.recentSignIn) throw new Refusal('reauthenticationRequired');
}

/** What answers a list of the dashboard as a CSV file. */
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

/** The effects of a changing call of the dashboard, by the sign-in that they need. */
import type { DashboardCallName, Endpoints } from '@app/contract/calls/endpoints.ts';

import type { CallParts, SignedIn } from '#test/drivers/dashboard-driver.ts';
import type { SsoCompany } from '#test/drivers/sso-driver.ts';

export type Changing = {
  [Name in DashboardCallName]: Endpoints[Name]['method'] extends 'GET' ? never : Name;
}[DashboardCallName];
export type Parts = Pick<CallParts, 'params' | 'body'>;

export interface Scene {
  readonly company: SsoCompany;
  readonly admin: SignedIn;
  /** Another person of the company, who signs in by password. */
  readonly other: SignedIn;
}
/** Prepares what the call changes. */
export type Case = (scene: Scene) => Parts | Promise<Parts>;
export interface Effects {
  /** Effects that need a recent sign-in. */
  readonly asks?: Readonly<Record<string, Case>>;
  /** Effects that any sign-in may have. */
  readonly spared?: Readonly<Record<string, Case>>;
  /** Effects of the first minute of a session: no later proof allows them. */
  readonly first?: Readonly<Record<string, Case>>;
}

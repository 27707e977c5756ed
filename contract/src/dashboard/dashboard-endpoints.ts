/**
 * Every call of the dashboard, once. The dashboard calls by these entries and the service mounts them, so a call
 * without a flow, or a flow with another answer, does not compile. A screen imports the group that it needs.
 */
import type * as v from 'valibot';

import { invitationEndpoints } from './invitations.ts';
import { ownAccountEndpoints } from './own-account.ts';
import { signInLogEndpoints } from './sign-in-log.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { userSessionEndpoints } from './user-sessions.ts';
import { userEndpoints } from './users.ts';

export type { DashboardEndpoint } from './dashboard-endpoint.ts';

export const dashboardEndpoints = {
  ...ownAccountEndpoints,
  ...userEndpoints,
  ...userSessionEndpoints,
  ...invitationEndpoints,
  ...singleSignOnEndpoints,
  ...signInLogEndpoints,
};

export type DashboardEndpoints = typeof dashboardEndpoints;
export type DashboardCallName = keyof DashboardEndpoints;

type ParameterIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterIn<Rest>
  : never;
/** The names in braces of an entry's path, but the company's `id`. */
export type ParameterOf<Name extends DashboardCallName> = Exclude<
  ParameterIn<DashboardEndpoints[Name]['path']>,
  'id'
>;

type Checked<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;
/** What a flow receives: the ids of the path, the query and the body, after their rules. */
export interface DashboardInput<Name extends DashboardCallName> {
  readonly params: Readonly<Record<ParameterOf<Name>, string>>;
  readonly query: Checked<DashboardEndpoints[Name]['query']>;
  readonly body: Checked<DashboardEndpoints[Name]['body']>;
}
/** What a flow returns. */
export type DashboardAnswer<Name extends DashboardCallName> =
  DashboardEndpoints[Name]['answer'] extends v.GenericSchema
    ? v.InferInput<DashboardEndpoints[Name]['answer']>
    : undefined;

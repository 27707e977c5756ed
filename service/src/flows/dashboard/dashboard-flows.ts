/** The flow of each call of the dashboard. */
import type { DashboardCallName } from '@app/contract/dashboard/dashboard-endpoints.ts';

import type { DashboardFlow } from './dashboard-flow.ts';
import { readAccount } from './own-account/profile.ts';
import { listUsers, readUser } from './people/list-users.ts';

export type DashboardFlows = { readonly [Name in DashboardCallName]?: DashboardFlow<Name> };

export const dashboardFlows: DashboardFlows = {
  readAccount,
  listUsers,
  readUser,
};

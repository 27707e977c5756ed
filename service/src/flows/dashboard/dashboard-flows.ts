/** The flow of each call of the dashboard. */
import type { DashboardCallName } from '@app/contract/dashboard/dashboard-endpoints.ts';

import type { CsvFlow, DashboardFlow } from './dashboard-flow.ts';
import { invite } from './invitations/invite.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { resendInvitations, revokeInvitation, revokeInvitations } from './invitations/waiting-invitations.ts';
import { changeUsers, signOutUsers } from './people/change-users.ts';
import { listUsers, readUser } from './people/list-users.ts';
import { listOwnEvents } from './own-account/own-events.ts';
import { cancelEmailChange, renameUser, requestEmailChange, requestNewPassword } from './people/one-user.ts';
import {
  endUserSession,
  forgetUserDevice,
  listUserDevices,
  listUserSessions,
} from './people/user-sessions.ts';
import { changePassword, reauthenticate } from './own-account/change-password.ts';
import { changeAccount, readAccount } from './own-account/own-profile.ts';
import {
  endOtherSessions,
  endOwnSession,
  forgetOwnDevice,
  listOwnDevices,
  listOwnSessions,
} from './own-account/own-sessions.ts';
import { addDomain, listDomains, removeDomain, verifyDomain } from './single-sign-on/domains.ts';
import { changePolicy, readPolicy, readPolicyEffect } from './single-sign-on/policy.ts';
import { deleteSamlConfiguration, readSamlConfiguration } from './single-sign-on/saml-configuration.ts';
import { readSamlTest, startSamlTest } from './single-sign-on/saml-test.ts';
import { exportEvents } from './sign-in-log/export-events.ts';
import { listAuditEntries } from './sign-in-log/list-audit-entries.ts';
import { listEvents } from './sign-in-log/list-events.ts';
import { readOverview } from './sign-in-log/read-overview.ts';

/** A call without a flow does not compile. */
export type DashboardFlows = { readonly [Name in DashboardCallName]: DashboardFlow<Name> };

export const dashboardFlows: DashboardFlows = {
  readAccount,
  listUsers,
  readUser,
  renameUser,
  changeUsers,
  signOutUsers,
  requestEmailChange,
  cancelEmailChange,
  requestNewPassword,
  listUserSessions,
  endUserSession,
  listUserDevices,
  forgetUserDevice,
  changeAccount,
  changePassword,
  reauthenticate,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  listOwnEvents,
  listOwnDevices,
  forgetOwnDevice,
  listInvitations,
  invite,
  resendInvitations,
  revokeInvitation,
  revokeInvitations,
  listDomains,
  addDomain,
  verifyDomain,
  removeDomain,
  readSamlConfiguration,
  deleteSamlConfiguration,
  startSamlTest,
  readSamlTest,
  readPolicy,
  changePolicy,
  readPolicyEffect,
  listEvents,
  listAuditEntries,
  readOverview,
};

export type CsvFlows = { readonly [Name in DashboardCallName]?: CsvFlow<Name> };

/** The lists that are also answered as a CSV file. */
export const csvFlows: CsvFlows = { listEvents: exportEvents };

/** One flow for every call of the contract. */
import type { CsvFlow, Flows } from '#deps.ts';

import { confirmDevice, sendDeviceLink } from './sign-in/device-link.ts';
import { disownSignIn } from './sign-in/new-device.ts';
import { removePasskeyByLink } from './account/passkey-link.ts';
import { issueDeviceToken } from '#sessions/risk-data.ts';
import { signInWithGoogle } from './providers/google.ts';
import { confirmIdentity } from './providers/identity-link.ts';
import { acceptInvitation, declineInvitation } from './account/invitation.ts';
import { checkLink } from '#links/link-state.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in/passkey.ts';
import { resendCode } from './sign-in/code-resend.ts';
import { verifyCode, verifyRecoveryCode, verifySetUp } from './sign-in/code-step.ts';
import { signInWithPassword } from './sign-in/password.ts';
import { recoverPassword, resetPassword } from './account/recovery.ts';
import { confirmSignUp, signUp } from './account/sign-up.ts';
import { checkSsoDomain, signInWithSsoCode, startCompanySso, startSso } from './providers/sso.ts';
import { refreshTokens, revokeTokens } from './sign-in/tokens.ts';
import { invite } from './dashboard/invitations/invite.ts';
import { listInvitations } from './dashboard/invitations/list-invitations.ts';
import {
  resendInvitations,
  revokeInvitation,
  revokeInvitations,
} from './dashboard/invitations/waiting-invitations.ts';
import { changeUsers, signOutUsers } from './dashboard/people/change-users.ts';
import { listUsers, readUser } from './dashboard/people/list-users.ts';
import { listOwnEvents } from './dashboard/own-account/own-events.ts';
import {
  cancelEmailChange,
  giveTemporaryPass,
  removeUserFactors,
  renameUser,
  requestEmailChange,
  requestNewPassword,
} from './dashboard/people/one-user.ts';
import { changePassword, reauthenticate } from './dashboard/own-account/change-password.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './dashboard/own-account/own-passkeys.ts';
import {
  acceptPasskeyOffer,
  declinePasskeyOffer,
  readPasskeyOffer,
} from './dashboard/own-account/passkey-offer.ts';
import {
  addAuthenticator,
  makeRecoveryCodes,
  readFactors,
  removeAuthenticator,
  startAuthenticator,
} from './dashboard/own-account/own-factors.ts';
import { changeAccount, readAccount } from './dashboard/own-account/own-profile.ts';
import { addDomain, listDomains, removeDomain, verifyDomain } from './dashboard/single-sign-on/domains.ts';
import { changePolicy, readPolicy, readPolicyEffect } from './dashboard/single-sign-on/policy.ts';
import {
  deleteSamlConfiguration,
  readSamlConfiguration,
} from './dashboard/single-sign-on/saml-configuration.ts';
import { readSamlTest, startSamlTest } from './dashboard/single-sign-on/saml-test.ts';
import { listAuditEntries } from './dashboard/sign-in-log/list-audit-entries.ts';
import { listEvents, exportEvents } from './dashboard/sign-in-log/list-events.ts';
import { readOverview } from './dashboard/sign-in-log/read-overview.ts';
import {
  endUserSession,
  forgetUserDevice,
  listUserDevices,
  listUserSessions,
  endOtherSessions,
  endOwnSession,
  forgetOwnDevice,
  listOwnDevices,
  listOwnSessions,
} from './dashboard/account-sessions.ts';

export const flows: Flows = {
  signInWithPassword,
  verifyCode,
  verifyRecoveryCode,
  verifySetUp,
  resendCode,
  refreshTokens,
  revokeTokens,
  issueDeviceToken,
  startPasskeySignIn,
  signInWithPasskey,
  signInWithGoogle,
  startSso,
  startCompanySso,
  checkSsoDomain,
  signInWithSsoCode,
  recoverPassword,
  resetPassword,
  acceptInvitation,
  declineInvitation,
  signUp,
  confirmSignUp,
  confirmIdentity,
  checkLink,
  sendDeviceLink,
  confirmDevice,
  disownSignIn,
  removePasskeyByLink,
  readAccount,
  listUsers,
  readUser,
  renameUser,
  changeUsers,
  signOutUsers,
  requestEmailChange,
  cancelEmailChange,
  requestNewPassword,
  removeUserFactors,
  giveTemporaryPass,
  listUserSessions,
  endUserSession,
  listUserDevices,
  forgetUserDevice,
  changeAccount,
  readFactors,
  startAuthenticator,
  addAuthenticator,
  removeAuthenticator,
  makeRecoveryCodes,
  changePassword,
  reauthenticate,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  listOwnEvents,
  listOwnDevices,
  forgetOwnDevice,
  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  readPasskeyOffer,
  acceptPasskeyOffer,
  declinePasskeyOffer,
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

/** The lists that are also answered as a CSV file. */
export const csvFlows: { readonly listEvents: CsvFlow<'listEvents'> } = { listEvents: exportEvents };

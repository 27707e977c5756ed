/** Every call of the dashboard as an admin or a person may make it: what is sent, and what is answered. */
import { randomUUID } from 'node:crypto';
import type { DashboardCallName } from '@app/contract/calls/endpoints.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';

import { rightPassword } from '#test/setup/test-deps.ts';

export interface CallCase {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The status for a caller who may make the call, and the refusal if the object of the call does not exist. */
  readonly answers: number | readonly [status: number, refusal: RefusalName];
}

/** @param of an account of the admin's company, beside the admin, and a domain that it claims */
export function callCases({
  userId,
  domain,
}: {
  readonly userId: string;
  readonly domain: string;
}): Readonly<Record<DashboardCallName, CallCase>> {
  const missing = [404, 'notFound'] as const;
  const noKey = { id: '', response: { clientDataJSON: '', attestationObject: '' } };
  const next = `Harbour-Lantern-${randomUUID().slice(0, 8)}`;
  const password = { password: next, passwordConfirmation: next };
  return {
    readAccount: { answers: 200 },
    changeAccount: { body: { name: 'Cleo' }, answers: 200 },
    changePassword: { body: { currentPassword: rightPassword, ...password }, answers: 204 },
    reauthenticate: { body: { password: rightPassword }, answers: 204 },
    readFactors: { answers: 200 },
    startAuthenticator: { answers: 200 },
    addAuthenticator: { body: { setup: 'x'.repeat(43), code: '123456' }, answers: [401, 'codeExpired'] },
    removeAuthenticator: { answers: missing },
    makeRecoveryCodes: { answers: [409, 'notPossible'] },
    listOwnSessions: { answers: 200 },
    endOwnSession: { params: { sessionId: randomUUID() }, answers: missing },
    endOtherSessions: { answers: 204 },
    listOwnEvents: { answers: 200 },
    listOwnDevices: { answers: 200 },
    forgetOwnDevice: { params: { deviceId: '0'.repeat(64) }, answers: missing },

    listPasskeys: { answers: 200 },
    startPasskey: { body: {}, answers: 200 },
    addPasskey: { body: { credential: noKey }, answers: [401, 'credentials'] },
    renamePasskey: { params: { passkeyId: randomUUID() }, body: { name: 'Phone' }, answers: missing },
    removePasskey: { params: { passkeyId: randomUUID() }, answers: missing },
    readPasskeyOffer: { answers: 200 },
    acceptPasskeyOffer: { body: { credential: noKey }, answers: [401, 'credentials'] },
    declinePasskeyOffer: { answers: 204 },

    listUsers: { answers: 200 },
    readUser: { params: { userId }, answers: 200 },
    renameUser: { params: { userId }, body: { name: 'Ivy Lang' }, answers: 200 },
    changeUsers: { body: { ids: [userId], change: { secondStep: 'always' } }, answers: 200 },
    signOutUsers: { body: { ids: [userId] }, answers: 200 },
    requestEmailChange: {
      params: { userId },
      body: { email: `new-${randomUUID()}@northline.test` },
      answers: 202,
    },
    cancelEmailChange: { params: { userId: randomUUID() }, answers: missing },
    requestNewPassword: { params: { userId }, answers: 202 },
    removeUserFactors: { params: { userId }, answers: [409, 'notPossible'] },
    giveTemporaryPass: { params: { userId }, answers: 200 },
    listUserSessions: { params: { userId }, answers: 200 },
    endUserSession: { params: { userId, sessionId: randomUUID() }, answers: missing },
    listUserDevices: { params: { userId }, answers: 200 },
    forgetUserDevice: { params: { userId, deviceId: '0'.repeat(64) }, answers: missing },

    listInvitations: { answers: 200 },
    invite: { body: { invitations: [{ email: `guest-${randomUUID()}@guest.test` }] }, answers: 200 },
    resendInvitations: { body: { ids: [randomUUID()] }, answers: 200 },
    revokeInvitations: { body: { ids: [randomUUID()] }, answers: 200 },
    revokeInvitation: { params: { invitationId: randomUUID() }, answers: missing },

    listDomains: { answers: 200 },
    addDomain: { body: { domain: `d${randomUUID().slice(0, 8)}.test` }, answers: 200 },
    verifyDomain: { params: { domain }, answers: [409, 'recordNotFound'] },
    removeDomain: { params: { domain }, answers: 204 },
    readSamlConfiguration: { answers: 200 },
    deleteSamlConfiguration: { answers: missing },
    startSamlTest: { answers: [404, 'ssoNotConfigured'] },
    readSamlTest: { params: { testId: randomUUID() }, answers: missing },
    readPolicy: { answers: 200 },
    changePolicy: { body: { secondStep: 'always', version: 999_999 }, answers: [409, 'changedMeanwhile'] },
    readPolicyEffect: { answers: 200 },

    listEvents: { answers: 200 },
    listAuditEntries: { answers: 200 },
    readOverview: { answers: 200 },
  };
}

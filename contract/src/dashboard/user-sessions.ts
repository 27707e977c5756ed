/** The sessions, known devices and factors of one account of a company, as its admins see and end them (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { hours } from '#fields/durations.ts';
import { companyPath } from './dashboard-fields.ts';
import { knownDevices, session } from './sessions.ts';

/** For how long a temporary pass can be used, in milliseconds. */
export const temporaryPassLifetime = hours(1);

export const userSessionEndpoints = {
  listUserSessions: {
    method: 'GET',
    path: `${companyPath}/users/{userId}/sessions`,
    audience: 'admin',
    answer: v.object({ items: v.array(session), total: v.number() }),
  },
  /** `notPossible` for the admin's own account, whose sessions `endOwnSession` ends. */
  endUserSession: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/sessions/{sessionId}`,
    audience: 'admin',
    refusals: ['reauthenticationRequired', 'notPossible'],
  },
  listUserDevices: {
    method: 'GET',
    path: `${companyPath}/users/{userId}/devices`,
    audience: 'admin',
    answer: knownDevices,
  },
  /** `notPossible` for the admin's own account, whose devices `forgetOwnDevice` forgets. */
  forgetUserDevice: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/devices/{deviceId}`,
    audience: 'admin',
    refusals: ['reauthenticationRequired', 'notPossible'],
  },
  /**
   * Removes the authenticator app, the passkeys and the recovery codes of a person who lost them, and ends the person's
   * sessions. The person and the other admins get an email. `notPossible`: there are none, or they are the caller's own.
   */
  removeUserFactors: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/factors`,
    audience: 'admin',
    refusals: ['reauthenticationRequired', 'notPossible'],
  },
  /**
   * A pass for a person who lost every factor: typed for a recovery code, once, it leads through the set-up of a new
   * authenticator app. It replaces an unused one. The person and the other admins get an email. `notPossible`: the account
   * is the caller's own, or cannot log in with a password now.
   */
  giveTemporaryPass: {
    method: 'POST',
    path: `${companyPath}/users/{userId}/temporary-pass`,
    audience: 'admin',
    /** `until`: in milliseconds since the epoch. Nothing shows the pass again. */
    answer: v.object({ pass: v.string(), until: v.number() }),
    refusals: ['reauthenticationRequired', 'notPossible', 'mailedTooOften'],
  },
} as const satisfies Record<string, Endpoint>;

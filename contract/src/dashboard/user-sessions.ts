/** The sessions, known devices and factors of one account of a company, as its admins see and end them (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { companyPath } from './dashboard-fields.ts';
import { knownDevices, session } from './sessions.ts';

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
} as const satisfies Record<string, Endpoint>;

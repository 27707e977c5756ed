/** The sessions and known devices of one account of a company, as its admins see and end them (requirements §5). */
import * as v from 'valibot';

import { companyPath } from './dashboard-endpoint.ts';
import type { DashboardEndpoint } from './dashboard-endpoint.ts';
import { knownDevices, session } from './sessions.ts';

export const userSessionEndpoints = {
  listUserSessions: {
    method: 'GET',
    path: `${companyPath}/users/{userId}/sessions`,
    access: 'admin',
    query: null,
    body: null,
    answer: v.object({ items: v.array(session), total: v.number() }),
    status: 200,
    refusals: [],
  },
  /** `notPossible` for the admin's own account, whose sessions `endOwnSession` ends. */
  endUserSession: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/sessions/{sessionId}`,
    access: 'admin',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['reauthenticationRequired', 'notPossible'],
  },
  listUserDevices: {
    method: 'GET',
    path: `${companyPath}/users/{userId}/devices`,
    access: 'admin',
    query: null,
    body: null,
    answer: knownDevices,
    status: 200,
    refusals: [],
  },
  /** `notPossible` for the admin's own account, whose devices `forgetOwnDevice` forgets. */
  forgetUserDevice: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/devices/{deviceId}`,
    access: 'admin',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['reauthenticationRequired', 'notPossible'],
  },
} as const satisfies Record<string, DashboardEndpoint>;

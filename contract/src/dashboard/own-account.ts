/** What everybody sees and changes of the own account (requirements §5). */
import * as v from 'valibot';

import { contextData, currentPassword } from '#fields/fields.ts';
import { newPassword, passwordConfirmation } from '#fields/new-password.ts';
import { personName } from '#fields/person-name.ts';
import { languages, strategies } from '#fields/vocabulary.ts';

import { accountPath, listOf, pageQuery, uuid, version } from './dashboard-endpoint.ts';
import type { DashboardEndpoint } from './dashboard-endpoint.ts';
import { knownDevices, session } from './sessions.ts';
import { signInEvent } from './sign-in-log.ts';
import { roles } from './users.ts';

export const ownAccount = v.object({
  id: uuid,
  name: v.string(),
  email: v.string(),
  method: v.picklist(strategies),
  language: v.picklist(languages),
  role: v.picklist(roles),
  /** What applies: the account's own, or else the company's. */
  secondStep: v.picklist(['always', 'unrecognised', 'off']),
  company: v.object({ id: uuid, name: v.string() }),
  version,
});
export type OwnAccount = v.InferOutput<typeof ownAccount>;

export const ownSession = v.object({
  ...session.entries,
  /** The session of this call. */
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof ownSession>;

export const ownAccountEndpoints = {
  readAccount: {
    method: 'GET',
    path: accountPath,
    access: 'person',
    query: null,
    body: null,
    answer: ownAccount,
    status: 200,
    refusals: [],
  },
  changeAccount: {
    method: 'PATCH',
    path: accountPath,
    access: 'person',
    query: null,
    body: v.object({
      name: v.optional(personName),
      language: v.optional(v.picklist(languages, 'is_invalid')),
      version: v.optional(version),
    }),
    answer: ownAccount,
    status: 200,
    refusals: ['changedMeanwhile'],
  },
  /** Other sessions end. */
  changePassword: {
    method: 'POST',
    path: `${accountPath}/password`,
    access: 'person',
    query: null,
    // The device in the risk data stays known.
    body: v.object({
      currentPassword,
      password: newPassword,
      passwordConfirmation,
      contextData: v.optional(contextData),
    }),
    answer: null,
    status: 204,
    refusals: ['credentials', 'strategy'],
  },
  /** Makes the sign-in of this session recent again (RFC 9470); an account with a password only. */
  reauthenticate: {
    method: 'POST',
    path: `${accountPath}/reauthentication`,
    access: 'person',
    query: null,
    body: v.object({ password: currentPassword }),
    answer: null,
    status: 204,
    refusals: ['credentials', 'strategy'],
  },
  listOwnSessions: {
    method: 'GET',
    path: `${accountPath}/sessions`,
    access: 'person',
    query: null,
    body: null,
    answer: v.object({ items: v.array(ownSession), total: v.number() }),
    status: 200,
    refusals: [],
  },
  endOwnSession: {
    method: 'DELETE',
    path: `${accountPath}/sessions/{sessionId}`,
    access: 'person',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['reauthenticationRequired'],
  },
  /** Ends all sessions but the one of this call. */
  endOtherSessions: {
    method: 'DELETE',
    path: `${accountPath}/sessions`,
    access: 'person',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['reauthenticationRequired'],
  },
  listOwnEvents: {
    method: 'GET',
    path: `${accountPath}/events`,
    access: 'person',
    query: v.object(pageQuery),
    body: null,
    answer: listOf(signInEvent),
    status: 200,
    refusals: [],
  },
  listOwnDevices: {
    method: 'GET',
    path: `${accountPath}/devices`,
    access: 'person',
    query: null,
    body: null,
    answer: knownDevices,
    status: 200,
    refusals: [],
  },
  forgetOwnDevice: {
    method: 'DELETE',
    path: `${accountPath}/devices/{deviceId}`,
    access: 'person',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['reauthenticationRequired'],
  },
} as const satisfies Record<string, DashboardEndpoint>;

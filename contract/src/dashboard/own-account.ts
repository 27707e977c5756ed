/** The calls by which each person reads and changes their own account (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { contextData, currentPassword } from '#fields/fields.ts';
import { newPassword, passwordConfirmation } from '#fields/new-password.ts';
import { personName } from '#fields/shown-name.ts';
import { languages, strategies } from '#fields/vocabulary.ts';

import { accountPath, listOf, pageQuery, uuid, version } from './dashboard-fields.ts';
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
  /** The sign-in can ask for it: always with a password, else where the company wants it. */
  secondStepAsked: v.optional(v.literal(true)),
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
    audience: 'person',
    answer: ownAccount,
  },
  changeAccount: {
    method: 'PATCH',
    path: accountPath,
    audience: 'person',
    body: v.object({
      name: v.optional(personName),
      language: v.optional(v.picklist(languages, 'is_invalid')),
      version: v.optional(version),
    }),
    answer: ownAccount,
    refusals: ['changedMeanwhile'],
  },
  /** Other sessions end. */
  changePassword: {
    method: 'POST',
    path: `${accountPath}/password`,
    audience: 'person',
    // The device in the risk data stays known.
    body: v.object({
      currentPassword,
      password: newPassword,
      passwordConfirmation,
      contextData: v.optional(contextData),
    }),
    refusals: ['credentials', 'strategy'],
  },
  /** Makes the sign-in of this session recent again (RFC 9470); an account with a password only. */
  reauthenticate: {
    method: 'POST',
    path: `${accountPath}/reauthentication`,
    audience: 'person',
    body: v.object({ password: currentPassword }),
    refusals: ['credentials', 'strategy'],
  },
  listOwnSessions: {
    method: 'GET',
    path: `${accountPath}/sessions`,
    audience: 'person',
    answer: v.object({ items: v.array(ownSession), total: v.number() }),
  },
  endOwnSession: {
    method: 'DELETE',
    path: `${accountPath}/sessions/{sessionId}`,
    audience: 'person',
    refusals: ['reauthenticationRequired'],
  },
  /** Ends all sessions but the one of this call. */
  endOtherSessions: {
    method: 'DELETE',
    path: `${accountPath}/sessions`,
    audience: 'person',
    refusals: ['reauthenticationRequired'],
  },
  listOwnEvents: {
    method: 'GET',
    path: `${accountPath}/events`,
    audience: 'person',
    query: v.object(pageQuery),
    answer: listOf(signInEvent),
  },
  listOwnDevices: {
    method: 'GET',
    path: `${accountPath}/devices`,
    audience: 'person',
    answer: knownDevices,
  },
  forgetOwnDevice: {
    method: 'DELETE',
    path: `${accountPath}/devices/{deviceId}`,
    audience: 'person',
    refusals: ['reauthenticationRequired'],
  },
} as const satisfies Record<string, Endpoint>;

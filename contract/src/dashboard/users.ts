/** The accounts of a company, as its admins see and change them (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { email } from '#fields/fields.ts';
import { personName } from '#fields/shown-name.ts';
import { languages, strategies } from '#fields/vocabulary.ts';

import { companyPath, ids, listOf, pageQuery, results, search, uuid, version } from './dashboard-fields.ts';

export const accountStatuses = ['active', 'unconfirmed', 'disabled'] as const;

/** When a sign-in asks for the mailed code; `company`: as the company's policy says. */
export const secondSteps = ['always', 'unrecognised', 'off', 'company'] as const;
export type AccountSecondStep = (typeof secondSteps)[number];

export const roles = ['Admin', 'User'] as const;
export type Role = (typeof roles)[number];

export const userSorts = ['name', 'email', 'method', 'status', 'lastSignInAt'] as const;
export const sortOrders = ['ASC', 'DESC'] as const;

export const user = v.object({
  id: uuid,
  name: v.string(),
  email: v.string(),
  method: v.picklist(strategies),
  secondStep: v.picklist(secondSteps),
  status: v.picklist(accountStatuses),
  /** Another company took over the domain of the address: nobody logs in by it until an admin changes it. */
  addressLost: v.optional(v.literal(true)),
  role: v.picklist(roles),
  language: v.picklist(languages),
  /** ISO 3166-1 alpha-2, from the region of the browser's language at the last sign-in. */
  country: v.optional(v.string()),
  /** Milliseconds since the epoch; missing: never. */
  lastSignInAt: v.optional(v.number()),
  version,
});
export type User = v.InferOutput<typeof user>;

/** What the page of one account shows besides. */
export const userDetails = v.object({
  ...user.entries,
  /** When the account was made, by an invitation or a sign-up. Milliseconds since the epoch, like the others. */
  createdAt: v.number(),
  /** The account has an authenticator app or a passkey. */
  hasFactor: v.optional(v.literal(true)),
  /** Its sign-in can ask for a second step, so a temporary pass helps. */
  secondStepAsked: v.optional(v.literal(true)),
  /** An address that waits for its owner's confirmation. */
  emailChange: v.optional(v.object({ email: v.string(), askedAt: v.number(), expiresAt: v.number() })),
});
export type UserDetails = v.InferOutput<typeof userDetails>;

/** Asks for the result that the change would have: the same answer, and nothing is changed. */
const preview = v.optional(v.boolean('is_invalid'), false);

/** One of the four things that an admin sets for one account or many. */
const change = v.union(
  [
    v.strictObject({ method: v.picklist(strategies) }),
    v.strictObject({ status: v.picklist(['active', 'disabled']) }),
    v.strictObject({ secondStep: v.picklist(secondSteps) }),
    v.strictObject({ role: v.picklist(roles) }),
  ],
  'is_invalid',
);
export type UserChange = v.InferOutput<typeof change>;

export const userEndpoints = {
  listUsers: {
    method: 'GET',
    path: `${companyPath}/users`,
    audience: 'admin',
    query: v.object({
      search,
      method: v.optional(v.picklist(strategies, 'is_invalid')),
      status: v.optional(v.picklist(accountStatuses, 'is_invalid')),
      secondStep: v.optional(v.picklist(secondSteps, 'is_invalid')),
      role: v.optional(v.picklist(roles, 'is_invalid')),
      sort: v.optional(v.picklist(userSorts, 'is_invalid'), 'name'),
      order: v.optional(v.picklist(sortOrders, 'is_invalid'), 'ASC'),
      ...pageQuery,
    }),
    answer: listOf(user),
  },
  readUser: {
    method: 'GET',
    path: `${companyPath}/users/{userId}`,
    audience: 'admin',
    answer: userDetails,
  },
  /** An own name is changed so, too. */
  renameUser: {
    method: 'PATCH',
    path: `${companyPath}/users/{userId}`,
    audience: 'admin',
    body: v.object({ name: personName, version: v.optional(version) }),
    answer: userDetails,
    refusals: ['reauthenticationRequired', 'changedMeanwhile'],
  },
  changeUsers: {
    method: 'PATCH',
    path: `${companyPath}/users`,
    audience: 'admin',
    body: v.object({
      ids,
      change,
      /** The versions that the admin saw, by id: an account that changed since is not changed. */
      versions: v.optional(v.record(uuid, version, 'is_invalid')),
      preview,
    }),
    answer: results,
    refusals: ['reauthenticationRequired'],
  },
  signOutUsers: {
    method: 'POST',
    path: `${companyPath}/users/sign-out`,
    audience: 'admin',
    body: v.object({ ids, preview }),
    answer: results,
    refusals: ['reauthenticationRequired'],
  },
  /** The old address is told, the new one gets the link. */
  requestEmailChange: {
    method: 'POST',
    path: `${companyPath}/users/{userId}/email-change`,
    audience: 'admin',
    body: v.object({ email }),
    status: 202,
    // `ssoRequired`: the admin who keeps the password while single sign-on is required.
    refusals: ['reauthenticationRequired', 'invalid', 'notPossible', 'ssoRequired', 'mailedTooOften'],
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: `${companyPath}/users/{userId}/email-change`,
    audience: 'admin',
    refusals: ['reauthenticationRequired'],
  },
  /**
   * The email that asks for a new password; the old one stops working. `notPossible` for the admin's own account, and
   * for one that is not active or has another method.
   */
  requestNewPassword: {
    method: 'POST',
    path: `${companyPath}/users/{userId}/password`,
    audience: 'admin',
    status: 202,
    refusals: ['reauthenticationRequired', 'notPossible', 'mailedTooOften'],
  },
} as const satisfies Record<string, Endpoint>;

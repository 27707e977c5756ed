/** Invitations of a company: accounts that nobody has confirmed yet (requirements §5). */
import * as v from 'valibot';

import { limits } from '#fields/limits.ts';
import { languages } from '#fields/vocabulary.ts';

import { companyPath, ids, listOf, pageQuery, results, search, uuid } from './dashboard-endpoint.ts';
import type { DashboardEndpoint } from './dashboard-endpoint.ts';
import { roles } from './users.ts';

export const invitationStates = ['waiting', 'expired'] as const;

export const invitation = v.object({
  /** The id of the invited account. */
  id: uuid,
  email: v.string(),
  name: v.string(),
  role: v.picklist(roles),
  language: v.picklist(languages),
  state: v.picklist(invitationStates),
  /** Milliseconds since the epoch, like the others; of the newest mail. */
  sentAt: v.number(),
  expiresAt: v.number(),
});
export type Invitation = v.InferOutput<typeof invitation>;

/** Why somebody was not invited. */
export const reasonsNotInvited = ['exists', 'invalid', 'claimedElsewhere', 'duplicate'] as const;

/**
 * One row of an invitation. What it says is checked row by row by the flow and answered in the results, so that one
 * broken row does not keep the others.
 */
const row = v.object({
  email: v.string('is_invalid'),
  name: v.optional(v.string('is_invalid')),
  role: v.optional(v.string('is_invalid')),
  language: v.optional(v.string('is_invalid')),
});

export const invitationEndpoints = {
  listInvitations: {
    method: 'GET',
    path: `${companyPath}/invitations`,
    access: 'admin',
    query: v.object({
      search,
      state: v.optional(v.picklist(invitationStates, 'is_invalid')),
      ...pageQuery,
    }),
    body: null,
    answer: listOf(invitation),
    status: 200,
    refusals: [],
  },
  /** Invites one or many; a repeat with the same Idempotency-Key invites nobody twice. */
  invite: {
    method: 'POST',
    path: `${companyPath}/invitations`,
    access: 'admin',
    query: null,
    body: v.object({
      invitations: v.pipe(
        v.array(row, 'is_invalid'),
        v.minLength(1, 'is_required'),
        v.maxLength(limits.invitedAtOnce, 'is_too_long'),
      ),
    }),
    answer: v.object({
      results: v.array(
        v.object({
          /** As it was sent. */
          email: v.string(),
          ok: v.boolean(),
          reason: v.optional(v.picklist(reasonsNotInvited)),
          id: v.optional(uuid),
        }),
      ),
    }),
    status: 200,
    refusals: [],
    bodyMax: 4 * 1024 * 1024,
  },
  resendInvitations: {
    method: 'POST',
    path: `${companyPath}/invitations/resend`,
    access: 'admin',
    query: null,
    body: v.object({ ids }),
    answer: results,
    status: 200,
    refusals: [],
  },
  /** Removes the account that nobody confirmed, and its link. */
  revokeInvitation: {
    method: 'DELETE',
    path: `${companyPath}/invitations/{invitationId}`,
    access: 'admin',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;

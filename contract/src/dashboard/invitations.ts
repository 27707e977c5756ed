/** Invitations of a company: accounts that nobody has confirmed yet (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { email } from '#fields/fields.ts';
import * as limits from '#fields/limits.ts';
import { nameText } from '#fields/shown-name.ts';
import { languages, strategies } from '#fields/vocabulary.ts';

import { companyPath, ids, listOf, pageQuery, search, uuid } from './dashboard-fields.ts';
import { roles } from './users.ts';

export const invitationStates = ['waiting', 'expired', 'declined'] as const;

export const invitation = v.object({
  /** The id of the invited account. */
  id: uuid,
  email: v.string(),
  name: v.string(),
  role: v.picklist(roles),
  language: v.picklist(languages),
  /** By which the invited person logs in; without a password the first login accepts the invitation. */
  method: v.picklist(strategies),
  state: v.picklist(invitationStates),
  /** Milliseconds since the epoch, like the other; of the newest email. */
  sentAt: v.number(),
  /** Missing where there is no link that could expire: the first login accepts. */
  expiresAt: v.optional(v.number()),
});
export type Invitation = v.InferOutput<typeof invitation>;

/**
 * `outsideDomains`: single sign-on is required, and the address is in no domain of the company. `mailedTooOften`: the
 * company has sent the mailbox `limits.mailsOfCompany` emails in a day.
 */
export const reasonsNotInvited = [
  'exists',
  'invalid',
  'claimedElsewhere',
  'duplicate',
  'outsideDomains',
  'mailedTooOften',
] as const;

/** An empty cell of a file is a missing one. */
const orMissing = <Schema extends v.GenericSchema<string, unknown>>(schema: Schema) =>
  v.optional(
    v.pipe(
      v.string('is_invalid'),
      v.trim(),
      v.transform((text) => (text === '' ? undefined : text)),
      v.optional(schema),
    ),
  );

/** Who is invited, as a screen and the service check it. Whatever is missing has a default of the service's. */
export const invitationRow = v.object({
  email,
  name: orMissing(nameText),
  role: orMissing(v.picklist(roles, 'is_invalid')),
  language: orMissing(v.picklist(languages, 'is_invalid')),
});
export type InvitationRow = v.InferOutput<typeof invitationRow>;

/**
 * One row as sent. The flow checks what it says and answers in the results, so that one broken row does not keep the
 * others.
 */
const sentRow = v.object({
  email: v.string('is_invalid'),
  name: v.optional(v.string('is_invalid')),
  role: v.optional(v.string('is_invalid')),
  language: v.optional(v.string('is_invalid')),
});

const inviteAnswer = v.object({
  /** One for each row, in the order sent. */
  results: v.array(
    v.object({
      /** As it was sent. */
      email: v.string(),
      ok: v.boolean(),
      reason: v.optional(v.picklist(reasonsNotInvited)),
      /** Of the invited account. */
      id: v.optional(uuid),
    }),
  ),
});
export type InviteResult = v.InferOutput<typeof inviteAnswer>['results'][number];

/** Why an invitation was not sent again or revoked; `notPossible`: it was accepted, or the account is disabled;
 * `claimedElsewhere`: another company has verified the domain. */
const reasonsNotRepeated = ['notFound', 'notPossible', 'claimedElsewhere', 'mailedTooOften'] as const;

const invitationResults = v.object({
  results: v.array(
    v.object({ id: v.string(), ok: v.boolean(), reason: v.optional(v.picklist(reasonsNotRepeated)) }),
  ),
});
export type InvitationResults = v.InferOutput<typeof invitationResults>;

export const invitationEndpoints = {
  listInvitations: {
    method: 'GET',
    path: `${companyPath}/invitations`,
    audience: 'admin',
    query: v.object({
      search,
      state: v.optional(v.picklist(invitationStates, 'is_invalid')),
      ...pageQuery,
    }),
    answer: listOf(invitation),
  },
  /** Invites one or many; a repeat with the same Idempotency-Key invites nobody twice. */
  invite: {
    method: 'POST',
    path: `${companyPath}/invitations`,
    audience: 'admin',
    body: v.object({
      invitations: v.pipe(
        v.array(sentRow, 'is_invalid'),
        v.minLength(1, 'is_required'),
        v.maxLength(limits.invitedAtOnce, 'is_too_long'),
      ),
    }),
    answer: inviteAnswer,
    refusals: ['reauthenticationRequired'],
    bodyMax: 4 * 1024 * 1024,
  },
  resendInvitations: {
    method: 'POST',
    path: `${companyPath}/invitations/resend`,
    audience: 'admin',
    body: v.object({ ids }),
    answer: invitationResults,
    refusals: ['reauthenticationRequired'],
  },
  /** Removes the accounts that nobody confirmed, and their links. */
  revokeInvitations: {
    method: 'POST',
    path: `${companyPath}/invitations/revoke`,
    audience: 'admin',
    body: v.object({ ids }),
    answer: invitationResults,
    refusals: ['reauthenticationRequired'],
  },
  /** The same for one; `notFound` once it was accepted. */
  revokeInvitation: {
    method: 'DELETE',
    path: `${companyPath}/invitations/{invitationId}`,
    audience: 'admin',
    refusals: ['reauthenticationRequired'],
  },
} as const satisfies Record<string, Endpoint>;

/**
 * Mailboxes that a mailed link has just proven (requirements §4 "After an invitation, a reset or a sign-up
 * confirmation"; threat A15).
 */
import { type RawBuilder, sql } from 'kysely';
import { limits } from '@app/contract/fields/limits.ts';

import type { Part } from '#store/connection/at-once.ts';

/** Keeps the proof with the use of the link. `proof` is the SHA-256 of the page's value; `now` in milliseconds. */
export const keepingMailboxProof = (accountId: string, proof: Buffer, now: number): Part => sql`
  insert into mailbox_proofs (proof, account_id, expires_at)
  values (${proof}::bytea, ${accountId}::uuid, ${new Date(now + limits.mailboxProofLifetime)}::timestamptz)
  on conflict do nothing`;

/** Uses a proof up, whatever comes of the sign-in: the delete gives a row to one of those that come at once. */
export const takingMailboxProof = (
  proof: Buffer | null,
  accountId: RawBuilder<unknown>,
  now: number,
  onlyIf: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
  delete from mailbox_proofs
  where proof = ${proof}::bytea and account_id = ${accountId} and expires_at > ${new Date(now)}::timestamptz
    and ${onlyIf}
  returning proof`;

/** Another change of the account makes its proofs void. */
export const deletingMailboxProofs = (accountId: string): Part =>
  sql`delete from mailbox_proofs where account_id = ${accountId}`;

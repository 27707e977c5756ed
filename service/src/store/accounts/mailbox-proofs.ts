/**
 * Proofs that a browser has just used a mailed link: each spares the code of one sign-in (threat A15,
 * requirements §4 "After an invitation, a reset or a sign-up confirmation"). The sign-in's look-up consumes it.
 */
import { sql } from 'kysely';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Statement } from '#store/connection/one-statement.ts';

import { type AccountIds, anyOf } from './accounts.ts';

/** Inserts the proof, with the use of the link. `proof` is the SHA-256 of the page's value; `now` in milliseconds. */
export const insertMailboxProof = (accountId: string, proof: Buffer, now: number): Statement => sql`
  insert into mailbox_proofs (proof, account_id, expires_at)
  values (${proof}::bytea, ${accountId}::uuid, ${new Date(now + linkLifetimes.mailboxProof)}::timestamptz)
  on conflict do nothing`;

/** Deletes the proofs of accounts, with a change of their access (threat B2). */
export const deleteMailboxProofs = (ids: AccountIds): Statement =>
  sql`delete from mailbox_proofs where account_id = ${anyOf(ids)}`;

/**
 * Email-address changes (requirements §4 "Links in mails"): a request of seven days, in which codes of a day are sent.
 */
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountIds,
  type AccountRow,
  anyOf,
  toAccount,
} from './accounts.ts';
import type { Statement } from '#store/connection/one-statement.ts';
import type { EmailChangeLinkKind } from '#store/connection/database.ts';
import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

export interface EmailChange {
  readonly id: string;
  /** The link by which it was found. */
  readonly linkId: string;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly linkExpiresAt: number;
  readonly account: Account;
  readonly newEmail: string;
  readonly expiresAt: number;
  readonly done: boolean;
  readonly cancelled: boolean;
}

/** Inserts a change. Cancel the account's open one before, in a separate statement. */
export const insertEmailChange = (change: {
  readonly id: string;
  readonly accountId: string;
  readonly newEmail: string;
  readonly now: number;
  readonly expiresAt: number;
}): Statement => sql`
  insert into email_changes (id, account_id, new_email, created_at, expires_at)
  values (${change.id}, ${change.accountId}, ${change.newEmail}, ${new Date(change.now)}, ${new Date(change.expiresAt)})`;

/** Cancels the pending change of each account that has one; returns a row for each. */
export const cancelOpenEmailChange = (ids: AccountIds, now: number): Statement => sql`
  update email_changes set cancelled_at = ${new Date(now)}
  where account_id = ${anyOf(ids)} and done_at is null and cancelled_at is null
  returning id`;

/** The change that a link of this kind belongs to, by the SHA-256 of its token. */
export async function findEmailChange(
  db: Reader,
  kind: EmailChangeLinkKind,
  token: Buffer,
): Promise<EmailChange | undefined> {
  const { rows } = await sql<
    AccountRow & {
      change_id: string;
      link_id: string;
      link_expires_at: Date;
      new_email: string;
      expires_at: Date;
      done_at: Date | null;
      cancelled_at: Date | null;
    }
  >`
    select ${accountColumns}, ch.id as change_id, l.id as link_id, l.expires_at as link_expires_at, ch.new_email,
      ch.expires_at, ch.done_at, ch.cancelled_at
    from links l
    join email_changes ch on ch.id = l.change_id
    join accounts a on a.id = ch.account_id
    where l.token = ${token} and l.kind = ${kind}`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.change_id,
      linkId: row.link_id,
      linkExpiresAt: row.link_expires_at.getTime(),
      account: toAccount(row),
      newEmail: row.new_email,
      expiresAt: row.expires_at.getTime(),
      done: row.done_at !== null,
      cancelled: row.cancelled_at !== null,
    }
  );
}

/** Marks a change as done: true for exactly one of parallel calls. */
export async function finishEmailChange(db: DurableTransaction, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update email_changes set done_at = ${new Date(now)}
    where id = ${id} and done_at is null and cancelled_at is null and expires_at > ${new Date(now)}
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Cancels a change that is still pending: returns a row for exactly one of parallel calls. */
export const cancelPendingEmailChange = (id: string, now: number): Statement => sql`
  update email_changes set cancelled_at = ${new Date(now)}
  where id = ${id} and done_at is null and cancelled_at is null and expires_at > ${new Date(now)}
  returning id`;

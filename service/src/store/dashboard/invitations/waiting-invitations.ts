/** Changes invitations that wait: sends them again, or revokes them. */
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountRow,
  claimOf,
  type DomainClaim,
  toAccount,
} from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';

import {
  invitationMailKinds,
  type InvitedBy,
  type NewInvitation,
  rowsOfInvitations,
  sendingTo,
  sentAt,
} from './invite.ts';

/** An account of the company, locked until the transaction ends. */
export interface LockedInvitation {
  readonly account: Account;
  /** The claim of the address's domain. */
  readonly claim: DomainClaim | undefined;
}

/**
 * Locks accounts of the company, whatever their status: a person who accepts at this moment was first, or waits. In the
 * order of their ids, so that two calls never wait for each other in a circle.
 */
export async function lockInvitations(
  db: DurableTransaction,
  { companyId, ids }: { readonly companyId: string; readonly ids: readonly string[] },
): Promise<Map<string, LockedInvitation>> {
  const { rows } = await sql<AccountRow & { claim: DomainClaim | null }>`
    select ${accountColumns}, ${claimOf(sql`split_part(a.email, '@', 2)`)} as claim
    from accounts a where a.id = any (${ids}::uuid[]) and a.company_id = ${companyId}::uuid
    order by a.id for no key update of a`.execute(db);
  return new Map(rows.map((row) => [row.id, { account: toAccount(row), claim: row.claim ?? undefined }]));
}

/** The statements that end the open links of invited accounts, and their emails that were not sent yet. */
const endingLinks = (accounts: readonly Account[], now: number) => sql`
  ended as (
    update links set cancelled_at = ${new Date(now)}::timestamptz
    where account_id = any (${accounts.map(({ id }) => id)}::uuid[]) and kind = 'invitation'
      and used_at is null and cancelled_at is null
  ), unsent as (
    update outbox set payload = null, failed_at = ${new Date(now)}::timestamptz, failure = 'cancelled'
    where payload is not null and kind in ${invitationMailKinds} and dedupe_key in (
      select 'invitation:' || l.id from links l
        where l.kind = 'invitation' and l.account_id = any (${accounts.map(({ id }) => id)}::uuid[])
      union all select 'methodInvitation:' || e.event_id from events e
        where e.kind = 'invited' and e.account_id = any (${accounts.map(({ id }) => id)}::uuid[])
    )
  )`;

/** Sends again: the older links are cancelled. Call it with the accounts locked and unconfirmed. */
export async function resendInvitations(
  db: DurableTransaction,
  invitations: readonly NewInvitation[],
  by: InvitedBy,
): Promise<void> {
  const accounts = invitations.map(({ account }) => account);
  await sql`
    with given as materialized (${rowsOfInvitations(invitations)}), ${endingLinks(accounts, by.now)},
    resent as (
      update accounts set invited_at = ${sentAt(by)}, declined_at = null
      from given where accounts.id = given.id returning accounts.id
    ), ${sendingTo('resent', by)}
    select id from resent`.execute(db);
}

/** Removes the accounts with all that is theirs. Call it with the accounts locked and unconfirmed. */
export async function deleteInvitations(
  db: DurableTransaction,
  accounts: readonly Account[],
  now: number,
): Promise<void> {
  // Two statements: a row that one changes and another deletes must not be in the same.
  await sql`with ${endingLinks(accounts, now)} select`.execute(db);
  await sql`delete from accounts where id = any (${accounts.map(({ id }) => id)}::uuid[])`.execute(db);
}

/** Marks the invitation of an account as declined: true if nobody has accepted it. */
export async function declineAccount(db: DurableTransaction, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update accounts set declined_at = ${new Date(now)} where id = ${id} and status = 'unconfirmed' and declined_at is null
    returning 1`.execute(db);
  return rows.length === 1;
}

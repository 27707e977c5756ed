/** What the command `first-admin` needs to know of the database, and what it removes. */
import { sql } from 'kysely';

import { holdsAddress } from '#store/accounts/accounts.ts';
import { lock } from '#store/connection/lock.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { invitationMailKinds } from '#store/dashboard/invitations/invite.ts';

export interface FirstAdminState {
  /** The address of an admin, if there is one. */
  readonly admin: string | undefined;
  readonly companyExists: boolean;
  readonly addressTaken: boolean;
}

/** Waits for another `first-admin` that runs at the same moment; the lock ends with the transaction. */
export async function lockFirstAdmin(db: DurableTransaction): Promise<void> {
  await lock(db, 'first admin');
}

/** Whether a person may still become the first admin of the database, and of a new company with this name. */
export async function findFirstAdminState(
  db: DurableTransaction,
  { company, email }: { readonly company: string; readonly email: string },
): Promise<FirstAdminState> {
  const { rows } = await sql<{ admin: string | null; company_exists: boolean; address_taken: boolean }>`
    select (select email from accounts where roles ? 'Admin' order by created_at limit 1) as admin,
      exists (select from companies where lower(name) = lower(${company}::text)) as company_exists,
      exists (select from accounts a where a.email = ${email}::text and ${holdsAddress}) as address_taken`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the look-up of the first admin gave no row');
  return {
    admin: row.admin ?? undefined,
    companyExists: row.company_exists,
    addressTaken: row.address_taken,
  };
}

/**
 * Deletes the company of an invitation that nobody accepted, with its one account and the emails that were not sent yet.
 * Answers its name, or undefined where the database has another company or account: nothing is deleted then. A person
 * who accepts at the same moment was first, or finds no account: the account is locked before it is judged.
 */
export async function deleteUnacceptedCompany(
  db: DurableTransaction,
  now: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with waiting as materialized (
      select company_id from accounts
      where (select count(*) from companies) = 1 and (select count(*) from accounts) = 1
        and status = 'unconfirmed'
      for update
    )
    delete from companies c where exists (select from waiting w where w.company_id = c.id)
    returning name`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  // The emails do not go with the account, and the database had no other company's.
  await sql`
    update outbox set payload = null, failed_at = ${new Date(now)}::timestamptz, failure = 'cancelled'
    where payload is not null and kind in ${invitationMailKinds}`.execute(db);
  return row.name;
}

/** How accounts signed in before their company required single sign-on: kept for a day, then deleted. */
import { sql } from 'kysely';
import { days, seconds } from '@app/contract/fields/durations.ts';
import { counted } from '#store/accounts/accounts.ts';

import type { DurableTransaction, Relaxed } from '#store/connection/pools.ts';

/** How long a company that requires single sign-on can go back to the methods before. */
const keptFor = days(1);

/** Those of a company that can go back. */
const kept = (companyId: string, now: number) => sql`
  kept_methods where company_id = ${companyId}::uuid and kept_until > ${new Date(now)}::timestamptz`;

/** How many accounts of the company would go back, and until when they all can. */
export async function countKeptMethods(
  db: Relaxed,
  companyId: string,
  now: number,
): Promise<{ readonly count: number; readonly until: number | undefined }> {
  const { rows } = await sql<{ count: number; until: Date | null }>`
    select count(*)::int as count, min(kept_until) as until from ${kept(companyId, now)}`.execute(db);
  return { count: rows[0]?.count ?? 0, until: rows[0]?.until?.getTime() };
}

/** Keeps how confirmed accounts sign in now. Their passwords stay where they are, and open nothing by another method. */
export async function keepMethods(
  db: DurableTransaction,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await sql`
    insert into kept_methods (account_id, company_id, method, kept_until)
    select id, company_id, method, ${new Date(now + keptFor)}::timestamptz from accounts
    where id = any (${ids}::uuid[]) and status <> 'unconfirmed'
    on conflict (account_id) do update set method = excluded.method, kept_until = excluded.kept_until`.execute(
    db,
  );
}

/** Lets up to `limit` accounts sign in as before, with the password that they had. Returns their ids. */
export async function restoreMethods(
  db: DurableTransaction,
  companyId: string,
  limit: number,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with back as (
      delete from kept_methods where account_id = any (array(
        select account_id from ${kept(companyId, now)} order by kept_until limit ${limit}
      )) returning account_id, method
    )
    update accounts set method = back.method, credential_version = credential_version + 1, ${counted}
    from back where accounts.id = back.account_id and accounts.method = 'saml' returning accounts.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes what was kept for a day, and with it the passwords and the factors from before: they would come back with the
 * password (threat A17). An app that was set up since then stays, for the step after the provider. Resolves to how many
 * accounts had something.
 */
export async function deleteKeptMethods(db: Relaxed, now: number): Promise<number> {
  // `changeToSaml` ran that long before the end.
  const before = (time: string) =>
    sql`f.account_id = gone.account_id and ${sql.ref(time)} <= gone.kept_until - make_interval(secs => ${keptFor / seconds(1)})`;
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from kept_methods where account_id = any (array(
        select account_id from kept_methods where kept_until <= ${new Date(now)}::timestamptz
        order by kept_until limit 1000 for update skip locked
      )) returning account_id, kept_until
    ), keyless as (
      delete from passkeys f using gone where ${before('f.added_at')}
    ), appless as (
      delete from authenticators f using gone where ${before('f.added_at')}
    ), codeless as (
      delete from recovery_codes f using gone where ${before('f.made_at')}
    ), deleted as (
      update accounts set password_hash = null, password_key_id = null
      where id = any (array(select account_id from gone)) and method = 'saml'
    )
    select count(*)::int as count from gone`.execute(db);
  return rows[0]?.count ?? 0;
}

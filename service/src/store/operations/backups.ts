/** What a backup and a restore know of the database: its rows by table, and what a restored database must not do again. */
import { sql } from 'kysely';

import type { DurableTransaction } from '#store/connection/pools.ts';
import { endedAt } from '#store/sessions/sessions.ts';

export interface TableRows {
  readonly table: string;
  readonly rows: number;
}

/** The tables of the database with how many rows each has; none in an empty database. */
export async function countRows(db: DurableTransaction): Promise<TableRows[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname collate "C"`.execute(db);
  const counted: TableRows[] = [];
  for (const { table } of tables) {
    const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
      db,
    );
    counted.push({ table, rows: Number(rows[0]?.rows ?? 0) });
  }
  return counted;
}

/** How many passwords were hashed with a pepper that the keys do not have: nobody can sign in with them. */
export async function countForeignPasswords(
  db: DurableTransaction,
  peppers: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from accounts
    where password_key_id is not null and password_key_id <> all (${peppers}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface EndedAccess {
  readonly sessions: number;
  readonly mails: number;
}

/**
 * Ends what was open when the backup was made, because the backup does not know what was ended after it: sessions that
 * were signed out, codes, links and temporary passes that were used, devices that were forgotten. Waiting emails are not
 * sent, as most of them have been. Invitations and signups stay open.
 */
export async function endRestoredAccess(db: DurableTransaction, now: number): Promise<EndedAccess> {
  const at = new Date(now);
  const changed = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0n);
  const sessions = await changed(sql`update families f set ${endedAt(now)} where revoked_at is null`);
  await changed(sql`update challenges set used_at = ${at}::timestamptz where used_at is null`);
  await changed(sql`update sso_codes set used_at = ${at}::timestamptz where used_at is null`);
  await changed(sql`update saml_requests set used_at = ${at}::timestamptz where used_at is null`);
  await changed(sql`update links set cancelled_at = ${at}::timestamptz
    where used_at is null and cancelled_at is null and kind not in ('invitation', 'signup')`);
  await changed(sql`update email_changes set cancelled_at = ${at}::timestamptz
    where done_at is null and cancelled_at is null`);
  await changed(sql`delete from devices`);
  await changed(sql`delete from mailbox_proofs`);
  // The release before, which can have made the backup and which may start next, does not know temporary passes.
  const { rows: passes } =
    await sql`select from information_schema.columns where table_schema = current_schema()
    and table_name = 'recovery_codes' and column_name = 'expires_at'`.execute(db);
  if (passes.length > 0) await changed(sql`delete from recovery_codes where expires_at is not null`);
  const mails =
    await changed(sql`update outbox set payload = null, failed_at = ${at}::timestamptz, failure = 'restored'
    where payload is not null`);
  return { sessions, mails };
}

/**
 * Deletes what the database holds of one person (docs/decisions/erased-people.md). Which tables go with an account is
 * asked of the database's own catalog, and so is whether anything is left: a table that a later migration adds is found
 * automatically, or stops the erasure.
 */
import { type RawBuilder, sql } from 'kysely';

import type { DurableTransaction } from '#store/connection/pools.ts';
import { type ErasablePerson, isUnaccepted } from './erasable-person.ts';

/** How many rows of a table went or were changed. */
export interface ErasedRows {
  readonly table: string;
  readonly rows: number;
}

/** Erases the person. `withCompany`: their company goes too. Answers what it did, table by table. */
export async function erasePerson(
  db: DurableTransaction,
  person: ErasablePerson,
  pseudonym: string,
  withCompany: boolean,
): Promise<ErasedRows[]> {
  const erased = await rowsOfAccount(db, person.accountId);
  for (const [table, isTheirs] of rowsByAddress(person)) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isTheirs}`.execute(db);
    erased.push({ table, rows: Number(numAffectedRows) });
  }
  // Other companies' invitations of the person, too.
  const { numAffectedRows: accounts = 0n } = await sql`
    delete from accounts where id = ${person.accountId}::uuid
      or email = any (${person.addresses}::text[]) and ${isUnaccepted('accounts')}`.execute(db);
  erased.push({ table: 'accounts', rows: Number(accounts) });
  if (withCompany) {
    await sql`delete from companies where id = ${person.companyId}::uuid`.execute(db);
    erased.push({ table: 'companies', rows: 1 });
  }
  erased.push({
    table: 'audit_log (named by a pseudonym)',
    rows: await pseudonymiseAuditLog(db, person, pseudonym),
  });
  return erased.filter(({ rows }) => rows > 0);
}

/** Rows that go with the account, because they refer to it. */
async function rowsOfAccount(db: DurableTransaction, accountId: string): Promise<ErasedRows[]> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'accounts'::regclass and c.contype = 'f' and c.confdeltype = 'c'
    order by 1`.execute(db);
  const counted: ErasedRows[] = [];
  for (const { table, column } of references) {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(table)}
      where ${sql.ref(column)} = ${accountId}::uuid`.execute(db);
    counted.push({ table, rows: rows[0]?.rows ?? 0 });
  }
  return counted;
}

/** Rows that know the person by the address, or whose account would only be forgotten. */
function rowsByAddress({ accountId, addresses }: ErasablePerson): [string, RawBuilder<boolean>][] {
  const theirs = sql`any (${addresses}::text[])`;
  // Keys of the rate limiter: 'login:account:ann@example.com'.
  const inKey = sql<boolean>`string_to_array(key, ':') && ${[accountId, ...addresses]}::text[]`;
  return [
    ['events', sql<boolean>`account_id = ${accountId}::uuid or lower(email) = ${theirs}`],
    ['outbox', sql<boolean>`lower(recipient) = ${theirs}`],
    ['email_changes', sql<boolean>`new_email = ${theirs}`],
    ['links', sql<boolean>`lower(email) = ${theirs}`],
    ['signups', sql<boolean>`email = ${theirs}`],
    [
      'resend_holds',
      sql<boolean>`substring(address from 1 for 32) in (select sha256(convert_to(e, 'UTF8')) from unnest(${addresses}::text[]) e)`,
    ],
    ['throttles', inKey],
    ['throttle_members', sql<boolean>`${inKey} or member = ${theirs}`],
    // An answer of an identity provider, as an admin tested it.
    [
      'saml_tests',
      sql<boolean>`exists (select from unnest(${addresses}::text[]) e
        where strpos(lower(concat(report::text, answer)), e) > 0)`,
    ],
  ];
}

/** The id of a deleted account identifies nobody: in the audit log, and in the answer to an admin's repeated call. */
const keepsId: ReadonlySet<string> = new Set(['audit_log', 'invitation_parts']);

/**
 * The columns that still name the person, with how many rows: asked of every table in the catalog.
 */
export async function findLeftOver(db: DurableTransaction, person: ErasablePerson): Promise<ErasedRows[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      join pg_class r on r.oid = c.table_name::regclass and not r.relispartition
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.udt_name in ('text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'xml', '_text', '_varchar', 'uuid', '_uuid')
    order by 1, 2`.execute(db);
  const left: ErasedRows[] = [];
  for (const { table, column, type } of columns) {
    const isNamed = !type.endsWith('uuid');
    const words = [...(isNamed ? person.addresses : []), ...(keepsId.has(table) ? [] : [person.accountId])];
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(table)}
      where lower(${sql.ref(column)}::text) ~ any (${words.map(wholeWord)}::text[])`.execute(db);
    const count = rows[0]?.rows ?? 0;
    if (count > 0) left.push({ table: `${table}.${column}`, rows: count });
  }
  return left;
}

/** A pattern of PostgreSQL that finds the address, and not another one that ends or begins with it. */
const wholeWord = (word: string): string =>
  `(^|[^a-z0-9._%+-])${word.replaceAll(/[^a-z0-9@]/g, String.raw`\$&`)}($|[^a-z0-9._-]|[._-]($|[^a-z0-9]))`;

/** Replaces an erased person by a pseudonym in the audit log: the one change that its triggers let through. */
interface Entry {
  id: string;
  actor_email: string | null;
  target: string | null;
  before: Values;
  after: Values;
  is_theirs: boolean;
}
type Values = { readonly name?: string } | null;

/** Answers how many entries named the person. They are locked: another erasure may write to the same one. */
async function pseudonymiseAuditLog(
  db: DurableTransaction,
  { accountId, addresses, name }: ErasablePerson,
  pseudonym: string,
): Promise<number> {
  const { rows } = await sql<Entry>`
    select id, actor_email, target, before, after, target_id is not distinct from ${accountId}::text as is_theirs from audit_log l
    where actor_id = ${accountId}::uuid or target_id = ${accountId}::text
      or exists (select from unnest(${addresses}::text[]) e
        where strpos(lower(concat_ws(' ', actor_email, target, before::text, after::text)), e) > 0)
    for update`.execute(db);
  // Those that an admin has changed, too.
  const names = rows.flatMap((row) => (row.is_theirs ? [row.before?.name ?? '', row.after?.name ?? ''] : []));
  const words = [...addresses, name, ...names].map((word) => word.toLowerCase());
  const theirs = new Set(words.filter((word) => word !== ''));
  const named = rows.map(({ id, actor_email, target, before, after }) => ({
    id,
    ...(replaced({ actor_email, target, before, after }, theirs, pseudonym) as object),
  }));
  await sql`select set_config('audit_log.erasing', 'yes', true)`.execute(db);
  await sql`
    update audit_log l set actor_email = r.actor_email, target = r.target, before = r.before, after = r.after
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as r (id uuid, actor_email text, target text, before jsonb, after jsonb)
    where l.id = r.id`.execute(db);
  await sql`select set_config('audit_log.erasing', '', true)`.execute(db);
  return named.length;
}

/** The value with every text that is one of the words replaced, at any depth. */
function replaced(value: unknown, words: ReadonlySet<string>, by: string): unknown {
  if (typeof value === 'string') return words.has(value.toLowerCase()) ? by : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, words, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, words, by)]));
}

/**
 * Fills a database of development with accounts, for lists and benchmarks: 10,000 in the demo company and the rest in
 * companies of 1,000. The rows depend only on their number, so each run makes the same ones. Accounts with a password
 * have that of the demo accounts.
 */
import pg from 'pg';

import { historyTables, seedHistory } from './seed-history.ts';
import { demoCompanyId } from '#store/before-start.ts';

export interface SeedOptions {
  /** How many to add in all. */
  readonly accounts: number;
  /** How many of them in the demo company. */
  readonly inDemoCompany?: number;
  /** Whose password they get: the hash is copied, so that a million of them are one hash. */
  readonly model?: string;
  /** Also fill the tables that grow with use: sessions, emails, counters. */
  readonly history?: boolean;
  /** Hears of each step that is done. */
  readonly onProgress?: (step: string) => void;
}

const firstNames = `{Ada,Ben,Chloé,Dmitri,Elif,Fatima,Gonçalo,Hanna,Ivo,Jürgen,Kirsten,Léa,María,Nadia,Øystein,Paweł,
  Quentin,Rosa,Søren,Tomás,Ulrike,Véronique,Wei,Ximena,Yusuf,Zoë,Åsa,Ольга,李,محمد}`;
const lastNames = `{Moreau,Okafor,Vogt,Dubois,Chen,Rossi,Lindqvist,Brandt,Haddad,Nakamura,García,Müller,Øvrebø,Kowalski,
  O’Brien,van der Berg,Silva,Novák,Петрова,Yılmaz,d’Angelo,Hernández,Schröder,Bakker,Popescu,Ångström,王,Ó Súilleabháin}`;

/** Adds all of the accounts or none. Resolves to how many are in the database afterwards. */
export async function seedAccounts(
  databaseUrl: string,
  {
    accounts,
    inDemoCompany = Math.min(accounts, 10_000),
    model = 'ben@northline.test',
    history = false,
    onProgress = () => {},
  }: SeedOptions,
): Promise<number> {
  const tables = ['accounts', 'last_sign_ins', 'events', ...(history ? historyTables : [])];
  const told = (table: string, rows: number | null): void =>
    onProgress(`${table}: ${(rows ?? 0).toLocaleString('en')} rows added`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Every row is made by the database from its number: nothing of them is in the memory of this process.
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '256MB'`);
    // No foreign key is looked up, where the role may say so: these rows have theirs.
    await client.query(`select set_config('session_replication_role', 'replica', true)
      from pg_roles where rolname = current_user and rolsuper`);
    const makeIndexes = await dropIndexes(client, tables);
    await client.query(
      `insert into companies (id, name)
        select md5('company ' || c)::uuid, 'Company ' || c from generate_series(1, ceil($1 / 1000.0)::integer) c
        on conflict do nothing`,
      [accounts - inDemoCompany],
    );
    const { rowCount } = await client.query(insertAccounts, [
      accounts,
      inDemoCompany,
      demoCompanyId,
      firstNames,
      lastNames,
      model,
    ]);
    told('accounts', rowCount);
    // The statements that follow join what is new.
    await client.query('analyze accounts');
    told('last_sign_ins', (await client.query(insertLastSignIns, [accounts])).rowCount);
    await client.query('analyze last_sign_ins');
    told('events', (await client.query(insertSignIns, [accounts])).rowCount);
    if (history) await seedHistory(client, seeded, accounts, told);
    for (const makeIndex of makeIndexes) await client.query(makeIndex);
    onProgress(`${makeIndexes.length} indexes made`);
    await client.query('commit');
    // Plans need the numbers of rows, and index-only scans need a VACUUM.
    for (const table of ['companies', ...tables]) await client.query(`vacuum analyze ${table}`);
    onProgress('counted for the plans (vacuum analyze)');
    const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from accounts');
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes of the tables that grow, but those of their keys: made once at the end, an index of a million rows
 * takes seconds. Resolves to the statements that make them.
 */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('drop index %I.%I', schemaname, indexname) as drop, indexdef as make from pg_indexes
      where schemaname = current_schema() and tablename = any ($1::text[])
        and indexname not in (select conname from pg_constraint)
      order by tablename, indexname`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}

/** The numbers of an account, from its own: `h` is spread over 0 to 9,999. */
const seeded = `select n, md5('account ' || n)::uuid as id, (hashint4(n) & 2147483647) % 10000 as h
  from generate_series(1, $1::integer) n`;

const insertAccounts = `
  insert into accounts (id, company_id, email, name, method, status, second_step, language, roles, password_hash,
    password_key_id, created_at, invited_at)
  select s.id, case when n <= $2 then $3::uuid else md5('company ' || ((n - $2 - 1) / 1000 + 1))::uuid end,
    'person-' || n || '@' || case when n <= $2 then 'northline.test' else 'company-' || ((n - $2 - 1) / 1000 + 1) || '.test' end,
    ($4::text[])[1 + h % array_length($4::text[], 1)] || ' ' || ($5::text[])[1 + (h / 30) % array_length($5::text[], 1)],
    m.method, st.status,
    case h % 11 when 0 then 'always' when 1 then 'unrecognised' when 2 then 'off' end,
    ('{en,de,es,fr,it,no}'::text[])[1 + h % 6],
    case when h % 50 = 0 then '["Agent", "Admin"]'::jsonb else '["Agent"]'::jsonb end,
    case when m.method = 'password' and st.status <> 'unconfirmed' then model.password_hash end,
    case when m.method = 'password' and st.status <> 'unconfirmed' then model.password_key_id end,
    now() - make_interval(days => h % 900 + 1),
    case when st.status = 'unconfirmed' then now() - make_interval(hours => h % 300) end
  from (${seeded}) s
  cross join lateral (select case when h % 10 < 6 then 'password' when h % 10 < 8 then 'google' else 'saml' end) m (method)
  cross join lateral (
    select case when h % 23 = 0 then 'disabled' when h % 17 = 0 then 'unconfirmed' else 'active' end) st (status)
  left join lateral (
    select password_hash, password_key_id from accounts where email = $6) model on true
  on conflict do nothing`;

const insertLastSignIns = `
  insert into last_sign_ins (account_id, company_id, at, country)
  select a.id, a.company_id, date_trunc('milliseconds', now() - make_interval(mins => h * 13 % 129600)),
    ('{DE,US,FR,ES,NO,IT,GB,CH,JP,BR,PL,NULL}'::text[])[1 + h % 12]
  from (${seeded}) s join accounts a on a.id = s.id
  where a.status <> 'unconfirmed' and h % 9 <> 0
  on conflict do nothing`;

const insertSignIns = `
  insert into events (event_id, account_id, kind, client, platform, at, company_id, email, method)
  select gen_random_uuid(), a.id, 'signedIn', '192.0.2.' || h % 250, 'authentication-ui', l.at - make_interval(days => d * 7),
    a.company_id, a.email, a.method
  from (${seeded}) s join accounts a on a.id = s.id join last_sign_ins l on l.account_id = a.id
  cross join generate_series(0, h % 3) d`;

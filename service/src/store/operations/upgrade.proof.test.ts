/**
 * An upgrade while the service runs, and the step back. The release before runs on the tables of the next one, so a
 * migration only adds; what it no longer needs goes in the release after that.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { days } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import type { Database } from '#store/connection/database.ts';
import { freePort } from '#dev/free-port.ts';
import { refresh, signInBasic } from '#test/drivers/flow-driver.ts';
import { databaseBefore, onDatabase } from '#test/setup/database-before.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, start, startReady } from '#test/setup/service-process.ts';
import { findUnportable } from '#test/plans/portable-sql.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { migrations } from '#store/migrations/migrations.ts';
import { endRestoredAccess } from './backups.ts';
import { inLongTransaction } from './long-transaction.ts';

const names = Object.keys(migrations).toSorted();

/** Every column of the product's tables, with its type. */
const columnsOf = (url: string) =>
  onDatabase(url, async (db) => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped`.execute(db);
    return rows;
  });

/**
 * An address of a database before the last migration at which this release's statements run as those of the release
 * before: the columns that the migration adds are null there, and its tables are empty.
 */
async function forReleaseBefore(url: string): Promise<string> {
  const before = await columnsOf(url);
  const added = (await columnsOf(await testDatabase())).filter(
    ({ table, column }) => !before.some((known) => known.table === table && known.column === column),
  );
  await onDatabase(url, async (db) => {
    await sql`create schema before`.execute(db);
    for (const table of new Set(added.map((each) => each.table))) {
      const columns = added.filter((each) => each.table === table);
      const shown = sql.join(
        columns.map(({ column, type }) => sql`null::${sql.raw(type)} as ${sql.ref(column)}`),
      );
      await (
        before.some((known) => known.table === table)
          ? sql`create view before.${sql.table(table)} as select *, ${shown} from public.${sql.table(table)}`
          : sql`create table before.${sql.table(table)} as select ${shown} limit 0`
      ).execute(db);
    }
  });
  const address = new URL(url);
  address.searchParams.set('options', '-c search_path=before,public');
  return address.href;
}

const appliedTo = (url: string) =>
  onDatabase(url, async (db) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  });

test('the last migration is applied while people sign in and renew their tokens: no call fails', async () => {
  const url = await databaseBefore(names.at(-2) ?? '');
  const deps = await createTestDeps({ url: await forReleaseBefore(url) });
  const people = await Promise.all([1, 2, 3, 4].map(() => createAccount(deps, { secondStep: 'off' })));
  let calls = 0;
  const failed: unknown[] = [];
  let upgraded = false;
  const use = async (email: string, client: number): Promise<void> => {
    // Some after the upgrade, too.
    for (let after = 0; after < 5; after += upgraded ? 1 : 0) {
      try {
        const { refresh_token: token } = await signInBasic(deps, email, callFrom(client));
        const renewed = await refresh(deps, token);
        if (renewed.answer === undefined) failed.push(renewed);
      } catch (error) {
        failed.push(error);
      }
      calls += 2;
    }
  };
  const load = people.map(({ email }, index) => use(email, index + 1));
  // Two instances of the new release start at the same time.
  const next = await Promise.all([1, 2].map(() => createTestDeps({ url })));
  await expect.poll(() => calls).toBeGreaterThan(8);
  await Promise.all(next.map(({ store }) => store.migrate()));
  upgraded = true;
  await Promise.all(load);
  expect(await appliedTo(url)).toEqual(names);
  expect(failed).toEqual([]);
  await Promise.all([deps, ...next].map((of) => of.close()));
});

test('for a day after the upgrade to derived refresh tokens each token is one that the release before knows', async () => {
  const url = await databaseBefore('0041-sign-up-names');
  await onDatabase(url, (db) =>
    sql`update kysely_migration set timestamp = '2026-11-01T09:00:00Z'`.execute(db),
  );
  const deps = await createTestDeps({ url });
  const begun = Date.now();
  await deps.store.migrate();
  expect([begun, begun + days(1)].map((at) => deps.store.storesTokens(at))).toEqual([true, true]);
  expect(deps.store.storesTokens(Date.now() + days(1))).toBe(false);
  await deps.close();
  const fresh = await createTestDeps({ url: await databaseBefore('0001-sign-in') });
  await fresh.store.migrate();
  expect(fresh.store.storesTokens(begun)).toBe(false);
  await fresh.close();
});

test('a backup of the release before is restored without what it does not know', async () => {
  const url = await databaseBefore('0041-sign-up-names');
  const ended = await inLongTransaction(url, (db) => endRestoredAccess(db, Date.now()));
  expect(ended).toEqual({ sessions: 0, mails: 0 });
});

test('one step back: this release starts and works on the tables of a later one', async () => {
  const url = await testDatabase();
  await onDatabase(url, async (db) => {
    await sql`alter table accounts add column of_next_release text`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-next-release', ${new Date().toISOString()})`.execute(
      db,
    );
  });
  const env = { ...productionEnvironment, SMTP_URL: 'smtp://127.0.0.1:9', SIGNING_KEY_FILE: keyFile };
  const port = await freePort();
  const run = await startReady({ ...env, DATABASE_URL: url }, port);
  const page = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(page.status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
  expect(await appliedTo(url)).toEqual([...names, '9999-next-release']);
  const deps = await createTestDeps({ url });
  const { email } = await createAccount(deps, { secondStep: 'off' });
  expect(await signInBasic(deps, email)).toHaveProperty('access_token');
  await deps.close();
});

test('a database with an unknown migration in the middle is refused: it is of another product, or was changed', async () => {
  const url = await testDatabase();
  await onDatabase(url, (db) =>
    sql`update kysely_migration set name = '0007-other' where name = '0007-email-change-cancel'`.execute(db),
  );
  const env = { ...productionEnvironment, SMTP_URL: 'smtp://127.0.0.1:9', SIGNING_KEY_FILE: keyFile };
  const run = start({ ...env, DATABASE_URL: url, HOST: '127.0.0.1', PORT: String(await freePort()) });
  expect(await run.ended()).toBe(1);
  expect(run.err()).toContain('0007-other');
});

/** Statements that break the release before, or lock a large table. */
const refused: readonly [string, RegExp][] = [
  ['drops a table or a column', /\bdrop (table|column)\b/],
  ['renames', /\brename (to|column|constraint)\b/],
  ['changes the type of a column', /\balter column \w+ (set data )?type\b/],
  ['makes a column required', /\bset not null\b/],
  [
    'adds a required column without a default',
    /\badd column \w+ (?:(?!default)[^,`])*\bnot null\b(?:(?!default)[^,`])*(?:[,`]|$)/,
  ],
  ['adds a constraint that reads the whole table', /\badd constraint (?:(?!not valid)[^`])*(?:`|$)/],
];
/** The migrations of the first release, before which nothing ran. */
const firstRelease = '0018';

function faultsOf(source: string): string[] {
  const text = source.toLowerCase().replaceAll(/\s+/g, ' ');
  const made = new Set([...text.matchAll(/create table (\w+)/g)].map(([, table]) => table));
  const indexed = [...text.matchAll(/create (?:unique )?index \w+ on (\w+)/g)].map(([, table]) => table);
  return [
    ...refused.filter(([, pattern]) => pattern.test(text)).map(([fault]) => fault),
    ...(indexed.some((table) => !made.has(table)) ? ['indexes a table that has rows'] : []),
  ];
}

/** What a migration runs, each statement between backquotes. */
async function statementsOf(name: string): Promise<string> {
  const statements: string[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(`\`${query.sql}\``),
  });
  await migrations[name]?.up(db);
  expect(statements, name).not.toEqual([]);
  return statements.join();
}

test('no migration since the first release breaks the one before, or locks a table', async () => {
  const later = names.filter((name) => name.slice(0, 4) > firstRelease);
  const faults: string[] = [];
  for (const name of later)
    faults.push(...faultsOf(await statementsOf(name)).map((fault) => `${name} ${fault}`));
  // The one exception, with what it costs: docs/decisions/migrations.md.
  expect(faults).toEqual(['0023-invited-addresses indexes a table that has rows']);
});

/** The last migration that was written for PostgreSQL alone. */
const lastForPostgres = '0041';

test('every later migration is one that the distributed engines take', async () => {
  const faults: string[] = [];
  for (const name of names.filter((of) => of.slice(0, 4) > lastForPostgres))
    for (const statement of (await statementsOf(name)).split('`').filter((text) => /\w/.test(text)))
      faults.push(...(await findUnportable(statement)).map((fault) => `${name}: ${fault}`));
  expect(faults).toEqual([]);
});

test.each([
  ['`alter table accounts drop column name`', 'drops a table or a column'],
  ['`alter table accounts rename column name to title`', 'renames'],
  ['`alter table accounts alter column name type varchar(9)`', 'changes the type of a column'],
  ['`alter table accounts alter column name set not null`', 'makes a column required'],
  ['`alter table accounts add column title text not null`', 'adds a required column without a default'],
  ['`alter table a add constraint c check (x > 0)`', 'adds a constraint that reads the whole table'],
  ['`create index i on accounts (name)`', 'indexes a table that has rows'],
])('%s is found', (statement, fault) => expect(faultsOf(statement)).toEqual([fault]));

test.each([
  '`alter table accounts add column title text`',
  "`alter table accounts add column title text not null default ''`",
  '`alter table a add constraint c check (x > 0) not valid`',
  '`create table t (a text not null)`, `create index i on t (a)`',
])('%s is allowed', (statement) => expect(faultsOf(statement)).toEqual([]));

/**
 * The commands of backup and restore as an operator runs them: what they refuse, what a restore ends, and, where a
 * `pg_dump` as new as the server is installed, the whole way into a file and back.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';

import { loadKeys } from '#security/tokens/keys.ts';
import { countForeignPasswords, countRows, endRestoredAccess } from '#store/operations/backups.ts';
import { inLongTransaction } from '#store/operations/long-transaction.ts';
import { refresh, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, start } from '#test/setup/service-process.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { createAccount, createTestDeps, newestCode } from '#test/setup/test-deps.ts';

import { connectionOf } from './postgres-programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'first.dump');
const deps = await createTestDeps({
  url: await testDatabase(),
  keys: loadKeys(readFileSync(keyFile, 'utf8')),
});
afterAll(async () => {
  await deps.close();
  rmSync(folder, { recursive: true });
});

async function run(
  program: 'backup' | 'restore',
  args: readonly string[],
  more: Record<string, string> = {},
) {
  const env = { ...productionEnvironment, DATABASE_URL: deps.url, SIGNING_KEY_FILE: keyFile, ...more };
  const command = start(env, `operations/${program}.ts`, args);
  const code = await command.ended();
  return { code, out: command.out(), err: command.err() };
}

/** A database without a table. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url.href });
  const name = `test_${randomBytes(6).toString('hex')}`;
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

test('a backup says why it is not made, and leaves no file', async () => {
  const taken = join(folder, 'taken.dump');
  writeFileSync(taken, 'mine');
  const noProgram = { PATH: folder };
  const cases: readonly (readonly [string[], Record<string, string>, string])[] = [
    [[], {}, 'npm run operate backup -- FILE'],
    [[file, 'more'], {}, 'npm run operate backup -- FILE'],
    [['--what'], {}, 'npm run operate backup -- FILE'],
    [[taken], {}, 'exists already'],
    [[file], noProgram, 'pg_dump is not installed'],
  ];
  const answers = await Promise.all(cases.map(([args, env]) => run('backup', args, env)));
  for (const [index, { code, out, err }] of answers.entries()) {
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(cases[index]?.[2]);
  }
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

test('a restore refuses a database with tables, and says what is missing', async () => {
  const given = join(folder, 'given.dump');
  writeFileSync(given, 'no backup');
  const empty = { DATABASE_URL: await emptyDatabase(), PATH: folder };
  const cases: readonly (readonly [string[], Record<string, string>, string])[] = [
    [[], {}, 'npm run operate restore -- FILE'],
    [[join(folder, 'none.dump')], {}, 'cannot be read'],
    [[given], {}, 'is not empty'],
    [[given], empty, 'pg_restore is not installed'],
  ];
  const answers = await Promise.all(cases.map(([args, env]) => run('restore', args, env)));
  for (const [index, { code, out, err }] of answers.entries()) {
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(cases[index]?.[2]);
  }
});

test('a restore that ends between the data and the end of its sessions does not say that nothing was changed', async () => {
  const programs = mkdtempSync(join(folder, 'programs-'));
  // It restores no table, so that the next step fails.
  writeFileSync(join(programs, 'pg_restore'), '#!/bin/sh\n', { mode: 0o755 });
  const given = join(folder, 'cut.dump');
  writeFileSync(given, '');
  const answer = await run('restore', [given], { DATABASE_URL: await emptyDatabase(), PATH: programs });
  expect(answer).toMatchObject({ code: 1, out: '' });
  expect(answer.err).toMatch(/^The restore is not finished \(.*\)\. .*drop it, make a new one/);
});

const authorities = expect.stringMatching(/^(?:system|\/etc\/ssl\/certs\/ca-certificates\.crt)$/);

test.each(['sslmode=require', 'sslmode=verify-ca', 'ssl=true', 'ssl=1'])(
  'with %s the certificate of the database is checked, as the service does',
  (parameter) => {
    expect(connectionOf(`postgresql://app@db.example.com/app?${parameter}`)).toEqual({
      url: 'postgresql://app@db.example.com/app?sslmode=verify-full',
      env: { PGSSLROOTCERT: authorities },
    });
  },
);

test('the password of the database goes by the environment of the program, not by its arguments', () => {
  const secret = 'p@ss:word/';
  const url = `postgresql://app:${encodeURIComponent(secret)}@db.example.com/app?sslmode=verify-full&uselibpqcompat=true`;
  expect(connectionOf(url)).toEqual({
    url: 'postgresql://app@db.example.com/app?sslmode=verify-full',
    env: { PGPASSWORD: secret, PGSSLROOTCERT: authorities },
  });
  expect(connectionOf('postgresql://app@localhost/app?host=/var/run/postgresql')).toEqual({
    url: 'postgresql://app@localhost/app?host=%2Fvar%2Frun%2Fpostgresql',
    env: {},
  });
});

/** A person who is signed in, and one who waits for a code. */
async function people() {
  const signedIn = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: token } = await signInBasic(deps, signedIn.email);
  const { email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  return { token, email, session, code: await newestCode(deps, email) };
}

test('a restored database signs nobody in, sends nothing, and knows whose pepper is missing', async () => {
  const { token, email, session, code } = await people();
  const { id } = await createAccount(deps);
  const at = new Date(deps.clock());
  await sql`insert into recovery_codes (account_id, code, made_at, expires_at)
    values (${id}, 'a code', ${at}, null), (${id}, 'a pass', ${at}, ${at})`.execute(deps.store.durable);
  const ended = await inLongTransaction(deps.url, (db) => endRestoredAccess(db, deps.clock()));
  expect(ended.sessions).toBeGreaterThan(0);
  expect(ended.mails).toBeGreaterThan(0);
  expect((await refresh(deps, token)).answer).toBeUndefined();
  expect((await verify(deps, email, code, session)).answer).toBeUndefined();
  const waiting = await deps.store.durable
    .selectFrom('outbox')
    .select('id')
    .where('payload', 'is not', null)
    .execute();
  expect(waiting).toEqual([]);
  // A temporary pass may have been used after the backup.
  const codes = deps.store.durable.selectFrom('recovery_codes').select('expires_at');
  expect(await codes.where('account_id', '=', id).execute()).toEqual([{ expires_at: null }]);
  // Everybody signs in again.
  expect(nameOf(await signIn(deps, email))).toBe('answered');

  const foreign = (peppers: readonly string[]) =>
    inLongTransaction(deps.url, (db) => countForeignPasswords(db, peppers));
  expect(await foreign([...deps.keys.peppers.keys()])).toBe(0);
  expect(await foreign(['another'])).toBeGreaterThan(1);
});

/** Of `pg_dump`; 0 where it is not installed. */
function programVersion(): number {
  try {
    return Number(/ (\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}

test('a backup is restored into an empty database', async ({ skip }) => {
  const server = await inLongTransaction(deps.url, async (db) => {
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version_num') as version`.execute(db);
    return Math.floor(Number(rows[0]?.version) / 10_000);
  });
  skip(programVersion() < server, `pg_dump ${server} or newer is not installed: no backup was made`);
  await people();
  const PATH = process.env['PATH'] ?? '';
  expect(await run('backup', [file], { PATH })).toMatchObject({ code: 0, err: '' });
  const restored = await emptyDatabase();
  const answer = await run('restore', [file], { PATH, DATABASE_URL: restored });
  expect(answer).toMatchObject({ code: 0, err: '' });
  const rowsOf = async (url: string) =>
    (await inLongTransaction(url, countRows)).filter(
      ({ table }) => !['devices', 'mailbox_proofs'].includes(table),
    );
  expect(await rowsOf(restored)).toEqual(await rowsOf(deps.url));
});

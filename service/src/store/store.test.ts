import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';

import { flows } from '#flows/flows.ts';
import { refresh, resend, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';
import { isDatabaseDown } from './connection/database-down.ts';
import type { Reader } from './connection/pools.ts';
import { createStore, type Store } from './store.ts';

const log = pino({ level: 'silent' });

/** A database that has no tables yet. */
async function emptyDatabase(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

test('four instances that start at once migrate once', async () => {
  const url = await emptyDatabase('migrated_at_once');
  const stores = Array.from({ length: 4 }, () => createStore({ url, log }));
  await Promise.all(stores.map((store) => store.migrate()));
  await Promise.all(stores.map((store) => store.ping()));
  await Promise.all(stores.map((store) => store.close()));
});

test('a commit waits for the disk, and only that of counters does not', async () => {
  const deps = await createTestDeps();
  const setting = async (db: Store['durable'] | Store['relaxed']) =>
    (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)).rows[0]
      ?.synchronous_commit;
  expect([await setting(deps.store.durable), await setting(deps.store.relaxed)]).toEqual(['on', 'off']);
  await deps.close();
});

test('E4: what the database rolls back is run again: serialisable changes in parallel, none lost', async () => {
  const url = await emptyDatabase('serialisable');
  const prepare = createStore({ url, log });
  await sql`alter database serialisable set default_transaction_isolation = 'serializable'`.execute(
    prepare.durable,
  );
  await sql`create table counted (count integer)`.execute(prepare.durable);
  await sql`insert into counted values (0)`.execute(prepare.durable);
  await prepare.close();
  const { durable, relaxed, close } = createStore({ url, log });
  const count = async (db: Reader): Promise<number> =>
    (await sql<{ count: number }>`select count from counted`.execute(db)).rows[0]?.count ?? -1;
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      n % 2 === 0
        ? sql`update counted set count = count + 1`.execute(durable)
        : durable.transaction().execute(async (db) => {
            const next = (await count(db)) + 1;
            await sql`update counted set count = ${next}::integer`.execute(db);
          }),
    ),
  );
  expect(await count(relaxed)).toBe(20);
  await close();
});

test('a database that rolls a call back for ever gets no call without end', async () => {
  let sent = 0;
  const store = createStore({
    url: inject('postgresUrl'),
    log,
    onStatement() {
      sent += 1;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    },
  });
  await expect(store.ping()).rejects.toThrow('could not serialize access');
  expect(sent).toBe(30);
  await store.close();
});

test('a database that cannot be reached is found to be down', async () => {
  const gone = createStore({ url: 'postgres://nobody@127.0.0.1:9/none', log });
  // An address that never answers (RFC 5737): the wait for the connection ends it.
  const silent = createStore({ url: 'postgres://nobody@192.0.2.1:5432/none', log });
  for (const store of [gone, silent]) {
    const error: unknown = await store.ping().catch((failure: unknown) => failure);
    expect(isDatabaseDown(error)).toBe(true);
    await store.close();
  }
});

test('the server ends a statement that takes too long, and the pool goes on', async () => {
  const deps = await createTestDeps();
  const error: unknown = await sql`select pg_sleep(600)`
    .execute(deps.store.durable)
    .catch((failure: unknown) => failure);
  expect(isDatabaseDown(error)).toBe(true);
  await deps.store.ping();
  await deps.close();
});

test('a connection that the server ends, used or idle, only fails its own statement', async () => {
  const deps = await createTestDeps();
  await deps.store.ping();
  const ending = (store: Store) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      store.durable,
    );
  const lent = deps.store.relaxed.transaction().execute(async (db) => {
    await ending(deps.store);
    await sql`select 1`.execute(db);
  });
  expect(isDatabaseDown(await lent.catch((error: unknown) => error))).toBe(true);
  // Each idle connection fails at most once; then it is replaced.
  for (let n = 0; ; n += 1) {
    const error: unknown = await deps.store.ping().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (error === undefined) break;
    expect(isDatabaseDown(error)).toBe(true);
    expect(n).toBeLessThan(10);
  }
  await deps.close();
});

test.each([
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  [new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]), true],
  [Object.assign(new Error('shutting down'), { code: '57P01' }), true],
  [Object.assign(new Error('starting up'), { code: '57P03' }), true],
  [Object.assign(new Error('no connection'), { code: '08006' }), true],
  [Object.assign(new Error('too many'), { code: '53300' }), true],
  [Object.assign(new Error('took too long'), { code: '57014' }), true],
  [Object.assign(new Error('read only'), { code: '25006' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Query read timeout'), true],
  [Object.assign(new Error('duplicate'), { code: '23505' }), false],
  [Object.assign(new Error('syntax'), { code: '42601' }), false],
  [new TypeError('a bug'), false],
  ['text', false],
])('%s means that the database is down: %s', (error, down) => {
  expect(isDatabaseDown(error)).toBe(down);
});

test('E2: while the rate limiter cannot be reached 100 tries compare nothing', async () => {
  const deps = await createTestDeps();
  const account = await createAccount(deps, { secondStep: 'off' });
  const { refresh_token: token } = await signInBasic(deps, account.email);
  const withCode = await createAccount(deps);
  const { session } = await signInToCode(deps, withCode.email);
  let compared = 0;
  const passwords = {
    ...deps.passwords,
    verify: () => {
      compared += 1;
      return Promise.resolve({ ok: true, rehash: false });
    },
  };
  // Only the limiter's connections are cut: the worst case for a limiter that fails open. Codes and refreshes are
  // counted by the durable ones, in the statement that reads the challenge or uses the token.
  const down = createStore({ url: 'postgres://nobody@127.0.0.1:9/none', log });
  const cut = { ...deps, passwords, store: { ...deps.store, relaxed: down.relaxed } };
  const cutFromDurable = { ...cut, store: { ...deps.store, durable: down.durable } };
  const tries = Array.from({ length: 100 }, (_, n) => {
    const call = callFrom(`198.51.100.${n}`);
    if (n % 4 === 0) return signIn(cut, account.email, undefined, call);
    if (n % 4 === 1) return verify(cutFromDurable, withCode.email, '123456', session, call);
    if (n % 4 === 2) return refresh(cutFromDurable, token, call);
    return resend(cut, account.email, call);
  });
  const outcomes = await Promise.allSettled(tries);
  const unavailable = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && isDatabaseDown(outcome.reason),
  );
  const { tries: taken } = await deps.store.durable
    .selectFrom('challenges')
    .select('tries')
    .$castTo<{ tries: number }>()
    .executeTakeFirstOrThrow();
  expect(unavailable).toHaveLength(100);
  expect(compared + taken).toBe(0);
  await down.close();
  // The limiter is back: nothing was consumed.
  expect(await flows.refreshTokens({ refreshToken: token }, callFrom(), deps)).toMatchObject({
    expires_in: 900,
  });
  await deps.close();
});

/** What the writer of attempts holds in memory, what it drops, and what a failing database loses. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pino } from 'pino';
import { minutes } from '@app/contract/fields/durations.ts';

import { createTestDeps, createAccount, type TestDeps } from '#test/setup/test-deps.ts';
import { createStore } from '#store/store.ts';
import type { Relaxed } from '#store/connection/pools.ts';

import { type Attempt, createAttemptLog } from './attempt-log.ts';

let deps: TestDeps;
let email: string;
let relaxed: Relaxed;
beforeAll(async () => {
  deps = await createTestDeps();
  ({ relaxed } = deps.store);
});
afterAll(() => deps.close());
beforeEach(async () => {
  ({ email } = await createAccount(deps));
});
afterEach(() => sql`drop trigger if exists failing on events`.execute(relaxed));

/** Lets inserts into the sign-in log fail, with an error of PostgreSQL. */
async function failInserts(code: string, onlyIf = 'true'): Promise<void> {
  await sql
    .raw(
      `create or replace function fail_insert() returns trigger language plpgsql as $$
       begin if ${onlyIf} then raise exception 'no insert' using errcode = '${code}'; end if; return new; end $$`,
    )
    .execute(relaxed);
  await sql`create trigger failing before insert on events for each row execute function fail_insert()`.execute(
    relaxed,
  );
}
const diskFull = '53100';
const checkViolation = '23514';

const now = Date.UTC(2026, 10, 21, 9);
const attemptOf = (changes: Partial<Attempt> = {}): Attempt => ({
  kind: 'signedIn',
  outcome: 'refused',
  method: 'password',
  reason: 'wrongPassword',
  detail: undefined,
  email,
  accountId: undefined,
  companyId: undefined,
  supportCode: undefined,
  client: '10.0.0.1',
  platform: 'dashboard',
  at: now,
  ...changes,
});
/** Attempts of as many clients, so that no client's limit is reached. */
const attempts = (count: number): Attempt[] =>
  Array.from({ length: count }, (_, n) =>
    attemptOf({ client: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }),
  );

const written = async (): Promise<number> => {
  const rows = await relaxed.selectFrom('events').select('event_id').where('email', '=', email).execute();
  return rows.length;
};

/** A log that a test reads. */
function recordingLog() {
  const lines: { msg: string; dropped?: number; waiting?: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { lines, log: pino({ level: 'warn' }, { write }) };
}

it('holds 5,000 attempts; those beyond are dropped, counted, and told once', async () => {
  const { lines, log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  for (const attempt of attempts(5200)) attemptLog.add(attempt);
  expect(attemptLog.dropped()).toBe(200);
  await attemptLog.flush();
  expect(await written()).toBe(5000);
  // There is room again.
  for (const attempt of attempts(10)) attemptLog.add(attempt);
  await attemptLog.flush();
  expect(await written()).toBe(5010);
  expect(lines.map(({ msg, dropped }) => [msg, dropped])).toEqual([['attempts were dropped', 200]]);
});

it('takes 300 attempts of one client in a minute, and goes on taking those of others', async () => {
  const { log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  for (let n = 0; n < 400; n += 1) attemptLog.add(attemptOf());
  attemptLog.add(attemptOf({ client: '10.0.0.2' }));
  await attemptLog.flush();
  expect([await written(), attemptLog.dropped()]).toEqual([301, 100]);
  attemptLog.add(attemptOf({ at: now + minutes(1) - 1 }));
  attemptLog.add(attemptOf({ at: now + minutes(1) }));
  await attemptLog.flush();
  expect([await written(), attemptLog.dropped()]).toEqual([302, 101]);
});

it('writes by itself, without a flush', async () => {
  const { log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  for (const attempt of attempts(20)) attemptLog.add(attempt);
  await vi.waitFor(async () => expect(await written()).toBe(20));
});

it('writes what waits when the store is closed', async () => {
  const { log } = recordingLog();
  const store = createStore({ url: deps.url, log });
  for (const attempt of attempts(1200)) store.attempts.add(attempt);
  await store.close();
  expect(await written()).toBe(1200);
});

it('keeps attempts while the database is away, up to its room, and writes them once it is back', async () => {
  const { lines, log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  await failInserts(diskFull);
  for (const attempt of attempts(3000)) attemptLog.add(attempt);
  await attemptLog.flush();
  for (const attempt of attempts(3000)) attemptLog.add(attempt);
  // A process that stops now does not wait for the database.
  await attemptLog.flush();
  expect([await written(), attemptLog.dropped()]).toEqual([0, 1000]);
  await sql`drop trigger failing on events`.execute(relaxed);
  await attemptLog.flush();
  expect(await written()).toBe(5000);
  expect(lines.map(({ msg, waiting, dropped }) => [msg, waiting ?? dropped])).toEqual([
    ['attempts were not written into the sign-in log', 3000],
    ['attempts were not written into the sign-in log', 5000],
    ['attempts were dropped', 1000],
  ]);
});

it('drops an attempt that the database refuses, and none beside it', async () => {
  const { lines, log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  await failInserts(checkViolation, `new.detail = 'hides the others'`);
  const all = attempts(700);
  for (const [at, attempt] of all.entries())
    attemptLog.add(at === 3 || at === 650 ? { ...attempt, detail: 'hides the others' } : attempt);
  await attemptLog.flush();
  expect([await written(), attemptLog.dropped()]).toEqual([698, 2]);
  expect(lines.at(-1)).toMatchObject({ msg: 'attempts were dropped', dropped: 2 });
});

it('writes text that no database takes without what is wrong in it', async () => {
  const { lines, log } = recordingLog();
  const attemptLog = createAttemptLog(relaxed, log);
  const hostile = [
    'a\u0000b',
    'half of a pair \ud83d',
    `${'x'.repeat(199)}\u{1F600}`,
    '\u202Ertl',
    '"\\u0000"',
  ];
  for (const detail of hostile) attemptLog.add(attemptOf({ detail }));
  await attemptLog.flush();
  const rows = await relaxed.selectFrom('events').select('detail').where('email', '=', email).execute();
  const asWritten = [
    'a\uFFFDb',
    'half of a pair \uFFFD',
    `${'x'.repeat(199)}\uFFFD`,
    '\u202Ertl',
    '"\\u0000"',
  ];
  expect(new Set(rows.map(({ detail }) => detail))).toEqual(new Set(asWritten));
  expect(rows).toHaveLength(hostile.length);
  expect(lines).toEqual([]);
});

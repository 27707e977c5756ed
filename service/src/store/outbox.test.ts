import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';
import { inOneStatement } from './connection/one-statement.ts';
import { claimDueMails, insertMail, markFailed, markSent, type NewMail, nextMailDue } from './outbox.ts';

let deps: TestDeps;
beforeEach(async () => {
  deps = await createTestDeps();
});
afterEach(() => deps.close());

const mail = (changes: Partial<NewMail> = {}): NewMail => ({
  id: randomUUID(),
  kind: 'loginCode',
  to: 'ada@northline.test',
  language: 'no',
  values: Buffer.from('sealed'),
  expiresAt: 600_000,
  dedupeKey: randomUUID(),
  now: 0,
  ...changes,
});

test('a mail is claimed by one of many workers, sent, and its content deleted', async () => {
  const db = deps.store.durable;
  const mails = Array.from({ length: 40 }, () => mail());
  for (const one of mails) await insertMail(one).execute(db);
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => claimDueMails(db, 1, 10)))).flat();
  expect(claimed.length).toBe(new Set(claimed.map(({ id }) => id)).size);
  const rest = await claimDueMails(db, 1, 100);
  expect(claimed.length + rest.length).toBe(40);
  expect(claimed[0]).toMatchObject({
    to: 'ada@northline.test',
    language: 'no',
    attempts: 1,
    expiresAt: 600_000,
  });
  for (const { id } of [...claimed, ...rest]) await markSent(db, id, 2);
  expect(await claimDueMails(db, 500_000, 100)).toEqual([]);
  expect(await nextMailDue(deps.store.relaxed)).toBeUndefined();
  const left = await db.selectFrom('outbox').select('payload').where('payload', 'is not', null).execute();
  expect(left).toEqual([]);
});

test('a second mail with the same key is dropped, also in a statement with others', async () => {
  const db = deps.store.durable;
  await insertMail(mail({ dedupeKey: 'same' })).execute(db);
  await inOneStatement(db, {
    same: insertMail(mail({ dedupeKey: 'same' })),
    other: insertMail(mail()),
  });
  expect(await claimDueMails(db, 1, 10)).toHaveLength(2);
});

test('a failed mail is due again at its retry time; a refused or expired one never', async () => {
  const db = deps.store.durable;
  await insertMail(mail()).execute(db);
  const [first] = await claimDueMails(db, 0, 10);
  await markFailed(db, first?.id ?? '', { now: 1, reason: '451 try again', retryAt: 5_000 });
  expect(await nextMailDue(deps.store.relaxed)).toBe(5_000);
  expect(await claimDueMails(db, 4_999, 10)).toEqual([]);
  const [again] = await claimDueMails(db, 5_000, 10);
  expect(again).toMatchObject({ id: first?.id, attempts: 2 });
  // Its worker died: another gets it after the lease, unless it has expired by then.
  expect(await claimDueMails(db, 64_999, 10)).toEqual([]);
  expect(await claimDueMails(db, 65_000, 10)).toHaveLength(1);
  expect(await claimDueMails(db, 600_000, 10)).toEqual([]);
  const row = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ payload: null, failure: 'expired', sent_at: null });

  await insertMail(mail()).execute(db);
  const [refused] = await claimDueMails(db, 0, 10);
  await markFailed(db, refused?.id ?? '', { now: 1, reason: '550 no such user', permanent: true });
  expect(await nextMailDue(deps.store.relaxed)).toBeUndefined();
});

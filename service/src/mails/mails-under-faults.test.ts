/** Tests that an email is sent once, and in time, though the database is lost or the clock is corrected (threat E3). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { hours, minutes } from '@app/contract/fields/durations.ts';

import type { Mailer } from '#gateways/mail.ts';
import { sealMailValues } from '#security/tokens/sealing.ts';
import { insertMail } from '#store/outbox.ts';
import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

import { deliverDueMails } from './deliver-mails.ts';

let deps: TestDeps;
afterEach(() => deps.close());

async function enqueue(now: number): Promise<string> {
  const id = randomUUID();
  const mail = insertMail({
    id,
    kind: 'loginCode',
    to: 'ada@northline.test',
    language: 'en',
    values: sealMailValues(deps.keys, id, { code: '123456', name: 'Ada' }),
    expiresAt: now + minutes(10),
    dedupeKey: id,
    now,
  });
  await mail.execute(deps.store.durable);
  return id;
}

const sentAt = (id: string) =>
  deps.store.durable.selectFrom('outbox').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow();

test('E3: a mail is sent once though the database is lost just after the mail server accepted it', async () => {
  let marked = 0;
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  deps = await createTestDeps({
    onStatement(text) {
      if (!text.includes('set payload = null, sent_at')) return;
      marked += 1;
      if (marked === 2) letGo();
    },
  });
  const id = await enqueue(deps.clock());
  let sent = 0;
  let held: Promise<unknown> | undefined;
  const mailer: Mailer = {
    async send() {
      sent += 1;
      // Another transaction locks the row: the service's statement is ended, as by a database that hangs.
      await new Promise<void>((locked) => {
        held = deps.store.durable.transaction().execute(async (db) => {
          await sql`select from outbox where id = ${id} for update`.execute(db);
          locked();
          await released;
        });
      });
      return { sent: true };
    },
    close() {},
  };
  const parts = { ...deps, mailer };
  expect(await deliverDueMails(parts)).toBe(1);
  await held;
  deps.advance(minutes(2));
  expect(await deliverDueMails(parts)).toBe(0);
  expect([sent, (await sentAt(id)).sent_at === null]).toEqual([1, false]);
});

test('a mail that was written while the clock was an hour ahead does not wait for that hour', async () => {
  deps = await createTestDeps();
  const id = await enqueue(deps.clock() + hours(1));
  let sent = 0;
  const mailer: Mailer = {
    async send() {
      sent += 1;
      return { sent: true };
    },
    close() {},
  };
  const parts = { ...deps, mailer };
  // The first look puts its time right.
  await deliverDueMails(parts);
  await deliverDueMails(parts);
  expect([sent, (await sentAt(id)).sent_at === null]).toEqual([1, false]);
});

test('E3: a worker ends only after every mail it sends is marked, though another of them has failed', async () => {
  deps = await createTestDeps();
  const ids = [await enqueue(deps.clock()), await enqueue(deps.clock())];
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const mailer: Mailer = {
    async send({ id }) {
      if (id === ids[0]) throw new Error('a bug');
      await released;
      return { sent: true };
    },
    close() {},
  };
  const delivered = deliverDueMails({ ...deps, mailer }).catch(async (error: unknown) => [
    error instanceof Error && error.message,
    (await sentAt(ids[1] ?? '')).sent_at !== null,
  ]);
  // Long enough for the first error to arrive.
  await deps.store.durable.selectFrom('outbox').select('id').execute();
  letGo();
  expect(await delivered).toEqual(['a bug', true]);
});

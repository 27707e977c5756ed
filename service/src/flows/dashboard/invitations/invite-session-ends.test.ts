/**
 * A session that ends while a call invites many: the call is finished, and reported after signing in again. A removed
 * role or account stops it (docs/decisions/invitations.md).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '@app/contract/fields/durations.ts';

import { insertAccount } from '#store/accounts/accounts.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { rightPassword } from '#test/setup/test-deps.ts';

let service: TestApp;
let people: ReturnType<typeof createPeopleDriver>;
let admin: SignedIn;
/** Called at the end of each part. */
let afterPart: () => void;
beforeEach(async () => {
  afterPart = () => {};
  service = await createTestApp({ deps: { wakeMailWorker: () => afterPart() } });
  people = createPeopleDriver(service);
  admin = await people.newAdmin();
});
afterEach(() => service.close());

const rowsOfPart = 500;
const emails = Array.from({ length: 2000 }, (_, n) => `outlives-${n}@northline.test`);
const invitations = emails.map((email) => ({ email }));
const invite = (idempotencyKey: string, as = admin) =>
  people.call('invite', { as, body: { invitations }, idempotencyKey });

const post = (url: string, payload: object) =>
  service.app.inject({ method: 'POST', url: `/auth/v2/${url}`, payload });

async function signedInAgain(): Promise<SignedIn> {
  const answer = await post('users/session', { email: admin.account.email, password: rightPassword });
  return { ...admin, token: answer.json().basic.access_token };
}

/** Runs the call, and does something after its first part and before the end of its second. */
async function inviteAndMeanwhile(key: string, meanwhile: () => Promise<unknown>) {
  const firstPart = Promise.withResolvers<void>();
  afterPart = () => firstPart.resolve();
  // An account that is being created with an address of the second part, which waits for it.
  const holding = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const blocker = service.deps.store.durable.transaction().execute(async (db) => {
    await insertAccount(db, {
      id: randomUUID(),
      companyId: admin.account.companyId,
      email: emails[rowsOfPart] ?? '',
      name: '',
      method: 'password',
      status: 'unconfirmed',
      language: 'en',
      roles: [],
    });
    holding.resolve();
    await release.promise;
    throw new Error('not created after all');
  });
  await holding.promise;
  const call = invite(key);
  await firstPart.promise;
  await meanwhile();
  release.resolve();
  await expect(blocker).rejects.toThrow('not created after all');
  return call;
}

const verdicts = ({ body }: Awaited<ReturnType<typeof invite>>) =>
  tally(body.results.map(({ ok, reason }) => (ok ? 'ok' : (reason ?? ''))));

const recipients = async (): Promise<string[]> => {
  const rows = await service.deps.store.durable
    .selectFrom('outbox')
    .select('recipient')
    .$castTo<{ recipient: string }>()
    .where('recipient', 'like', 'outlives-%')
    .execute();
  return rows.map(({ recipient }) => recipient);
};

/** Whether the session of the admin has ended. */
const hasEnded = async (): Promise<boolean> =>
  (await people.call('listUsers', { as: admin, query: {} })).refusal === 'sessionExpired';

const ends: Readonly<Record<string, () => Promise<unknown>>> = {
  'the sign-out': () => post('tokens/revoke', { refreshToken: admin.refreshToken }),
  'a refresh token that was used twice': async () => {
    await post('tokens/refresh', { refreshToken: admin.refreshToken });
    service.deps.advance(seconds(11));
    await post('tokens/refresh', { refreshToken: admin.refreshToken });
  },
  'another session of the person': async () => people.call('endOtherSessions', { as: await signedInAgain() }),
};

test.each(Object.keys(ends))(
  '%s ends the session in the middle: all rows are done, once, and reported after signing in again',
  async (by) => {
    const key = randomUUID();
    const first = await inviteAndMeanwhile(key, async () => {
      await ends[by]?.();
      expect(await hasEnded()).toBe(true);
    });
    expect(first.status).toBe(200);
    expect(verdicts(first)).toEqual({ ok: 2000 });
    expect((await invite(key)).refusal).toBe('sessionExpired');

    const repeat = await invite(key, await signedInAgain());
    expect(repeat.body).toEqual(first.body);
    expect(repeat.body.results.map(({ email }) => email)).toEqual(emails);
    const mailed = await recipients();
    const entries = await people.entriesOf(admin.account.companyId);
    expect([mailed.length, new Set(mailed).size, entries.length]).toEqual([2000, 2000, 2000]);
  },
);

test('a process that dies after the session has ended goes on by the same call of a new session', async () => {
  const key = randomUUID();
  let parts = 0;
  const dying = await inviteAndMeanwhile(key, async () => {
    await ends['the sign-out']?.();
    afterPart = () => {
      parts += 1;
      if (parts === 2) throw new Error('the process dies');
    };
  });
  expect(dying.status).toBe(500);
  expect(await recipients()).toHaveLength(3 * rowsOfPart);
  const repeat = await invite(key, await signedInAgain());
  expect(verdicts(repeat)).toEqual({ ok: 2000 });
  expect(new Set(await recipients()).size).toBe(2000);
  expect(await recipients()).toHaveLength(2000);
});

test.each([
  ['whose role is taken', { roles: sql<string[]>`'["User"]'::jsonb` }, 403],
  ['who is disabled', { status: 'disabled' as const }, 401],
])('G2: an admin %s in the middle invites nobody else', async (_, change, status) => {
  const other = await people.signedIn({ companyId: admin.account.companyId });
  const first = await inviteAndMeanwhile(randomUUID(), () =>
    service.deps.store.durable
      .updateTable('accounts')
      .set(change)
      .where('id', '=', admin.account.id)
      .execute(),
  );
  const left = (await recipients()).length;
  expect(first.status).toBe(status);
  // The second part, if it had been admitted before.
  expect([rowsOfPart, 2 * rowsOfPart]).toContain(left);
  expect((await people.call('listInvitations', { as: other, query: {} })).body.total).toBe(left);
});

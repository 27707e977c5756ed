/** The own sign-in history over HTTP, in pages. */
import { afterAll, expect, it } from 'vitest';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

it('lists what happened to the own account alone, the newest first', async () => {
  const [person] = [await driver.signedIn({ roles: [] }), await driver.signedIn()];
  service.deps.advance(1000);
  await driver.call('changeAccount', { as: person, body: { name: 'Cleo' } });
  const { body } = await driver.call('listOwnEvents', { as: person });
  expect(body.total).toBe(2);
  expect(body.items.map(({ type, outcome }) => [type, outcome])).toEqual([
    ['profileChanged', 'success'],
    ['signIn', 'success'],
  ]);
  expect(body.nextCursor).toBeUndefined();
});

it('gives every row once over all pages, also of one moment and while new ones arrive', async () => {
  const person = await driver.signedIn();
  const { id: accountId } = person.account;
  const add = (now: number) =>
    insertAccountEvent({ kind: 'identityLinked', accountId, call: callFrom(), now }).execute(
      service.deps.store.durable,
    );
  const now = service.deps.clock();
  for (let row = 0; row < 24; row += 1) await add(now + Math.floor(row / 8));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { pageSize: '7', ...(cursor !== undefined && { cursor }) };
    const { body } = await driver.call('listOwnEvents', { as: person, query });
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
    await add(now + 60_000);
  } while (cursor !== undefined);
  expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
});

it.each(['x', '%00', 'MTIz', Buffer.from("1 '; select 1").toString('base64url')])(
  'refuses the cursor %s',
  async (cursor) => {
    const person = await driver.signedIn();
    const answer = await driver.call('listOwnEvents', { as: person, query: { cursor } });
    expect([answer.status, answer.refusal]).toEqual([422, 'invalid']);
  },
);

it('has wrong passwords of the own session as refused, without the reason', async () => {
  const person = await driver.signedIn();
  service.deps.advance(1000);
  await driver.call('reauthenticate', { as: person, body: { password: 'Harbour-Lantern-00-Quay' } });
  await service.deps.store.attempts.flush();
  const [newest] = (await driver.call('listOwnEvents', { as: person })).body.items;
  expect(newest).toMatchObject({ type: 'reauthenticated', outcome: 'refused' });
  expect(newest).not.toHaveProperty('reason');
});

/** A passkey is offered until the account has one, or has declined. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { givePasskey } from '#test/passkeys/passkey-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
let driver: ReturnType<typeof createDashboardDriver>;
beforeAll(async () => {
  service = await createTestApp();
  driver = createDashboardDriver(service);
});
afterAll(() => service.close());

const offeredTo = async (as: SignedIn) => (await driver.call('readPasskeyOffer', { as })).body.offered;

it('is made to an account without a passkey, until it is declined once', async () => {
  const [person, other, owner] = [
    await driver.signedIn({ roles: [] }),
    await driver.signedIn({ roles: [] }),
    await driver.signedIn({ roles: [] }),
  ];
  await givePasskey(service.deps, owner.account.id);
  expect([await offeredTo(person), await offeredTo(other), await offeredTo(owner)]).toEqual([
    true,
    true,
    false,
  ]);
  for (let times = 0; times < 2; times += 1)
    expect((await driver.call('declinePasskeyOffer', { as: person })).status).toBe(204);
  expect([await offeredTo(person), await offeredTo(other)]).toEqual([false, true]);
});

/** The figures of a company's overview over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { reuseShownDays } from '@app/contract/dashboard/sign-in-log.ts';
import { days, hours } from '@app/contract/fields/durations.ts';

import { insertCompany } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

async function newCompany(): Promise<SignedIn> {
  const companyId = randomUUID();
  await insertCompany(service.deps.store.durable, { id: companyId, name: 'Counted' });
  return driver.signedIn({ companyId, email: `ada-${companyId}@counted.test` });
}

const insertEvents = (admin: SignedIn, ages: readonly number[], outcome: 'success' | 'refused' = 'success') =>
  service.deps.store.durable
    .insertInto('events')
    .values(
      ages.map((age) => ({
        event_id: randomUUID(),
        account_id: admin.account.id,
        company_id: admin.account.companyId,
        kind: 'signedIn' as const,
        method: 'saml' as const,
        outcome,
        client: '192.0.2.1',
        platform: 'dashboard' as const,
        at: new Date(service.deps.clock() - age),
      })),
    )
    .execute();

it('counts sign-ins by day, method and outcome in the asked time zone', async () => {
  const admin = await newCompany();
  // The clock of the test is 09:00 UTC: ten hours before is the day before in Berlin and in UTC.
  await insertEvents(admin, [hours(1), hours(10), hours(10), days(40)]);
  await insertEvents(admin, [hours(2)], 'refused');
  const read = async (timeZone: string) =>
    (await driver.call('readOverview', { as: admin, query: { days: '14', timeZone } })).body;
  const berlin = await read('Europe/Berlin');
  const today = new Date(service.deps.clock()).toISOString().slice(0, 10);
  const yesterday = new Date(service.deps.clock() - days(1)).toISOString().slice(0, 10);
  expect(berlin.today).toBe(today);
  expect(berlin.signIns).toEqual([
    // 23:00 in UTC is midnight in Berlin.
    { day: today, method: 'password', outcome: 'success', count: 1 },
    { day: today, method: 'saml', outcome: 'refused', count: 1 },
    { day: today, method: 'saml', outcome: 'success', count: 3 },
  ]);
  expect((await read('UTC')).signIns).toContainEqual({
    day: yesterday,
    method: 'saml',
    outcome: 'success',
    count: 2,
  });
});

it.each([
  // Midnight is at 18:15 and at 15:15 UTC.
  ['Asia/Kathmandu', '2026-11-20T18:14:59.999Z', '2026-11-20T18:15:00Z'],
  ['Australia/Eucla', '2026-11-20T15:14:59.999Z', '2026-11-20T15:15:00Z'],
])('a day of %s begins at its midnight', async (timeZone, before, after) => {
  const admin = await newCompany();
  const now = service.deps.clock();
  await insertEvents(admin, [now - Date.parse(before), now - Date.parse(after)], 'refused');
  const { body } = await driver.call('readOverview', { as: admin, query: { days: '14', timeZone } });
  expect(body.signIns.filter(({ outcome }: { outcome: string }) => outcome === 'refused')).toEqual([
    { day: '2026-11-20', method: 'saml', outcome: 'refused', count: 1 },
    { day: '2026-11-21', method: 'saml', outcome: 'refused', count: 1 },
  ]);
});

it('counts accounts, and invitations that wait and that have expired', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  for (const status of ['active', 'disabled', 'unconfirmed', 'unconfirmed'] as const)
    await createAccount(service.deps, { companyId, status });
  await service.deps.store.durable
    .updateTable('accounts')
    .set({ invited_at: new Date(service.deps.clock()) })
    .where('company_id', '=', companyId)
    .where('status', '=', 'unconfirmed')
    .execute();
  const { body } = await driver.call('readOverview', { as: admin });
  expect(body).toMatchObject({
    accounts: { active: 2, disabled: 1, unconfirmed: 2 },
    invitationsWaiting: 2,
    invitationsExpired: 0,
    domainsLost: 0,
    refreshReuses: 0,
    certificateEnds: [],
  });
});

it('counts an invitation as expired exactly if the list of invitations does', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  const { clock, store } = service.deps;
  for (const method of ['password', 'google', 'saml'] as const)
    for (const age of [days(1), days(8)]) {
      const { id } = await createAccount(service.deps, { companyId, method, status: 'unconfirmed' });
      await store.durable
        .updateTable('accounts')
        .set({ invited_at: new Date(clock() - age) })
        .where('id', '=', id)
        .execute();
    }
  const { id: declined } = await createAccount(service.deps, { companyId, status: 'unconfirmed' });
  const at = new Date(clock());
  await store.durable
    .updateTable('accounts')
    .set({ invited_at: at, declined_at: at })
    .where('id', '=', declined)
    .execute();
  const totalOf = async (state: 'waiting' | 'expired') =>
    (await driver.call('listInvitations', { as: admin, query: { state } })).body.total;
  const { body } = await driver.call('readOverview', { as: admin });
  expect([body.invitationsWaiting, body.invitationsExpired]).toEqual([5, 1]);
  expect([await totalOf('waiting'), await totalOf('expired')]).toEqual([5, 1]);
});

it('counts a declined invitation apart, as the list does', async () => {
  const admin = await newCompany();
  const { companyId } = admin.account;
  const { clock, store } = service.deps;
  for (const age of [days(1), days(8)]) {
    const { id } = await createAccount(service.deps, { companyId, status: 'unconfirmed' });
    await store.durable
      .updateTable('accounts')
      .set({ invited_at: new Date(clock() - age), declined_at: new Date(clock()) })
      .where('id', '=', id)
      .execute();
  }
  const { body } = await driver.call('readOverview', { as: admin });
  expect([body.invitationsWaiting, body.invitationsExpired]).toEqual([0, 0]);
});

it('counts the sessions whose key was used twice in a week, as the log does', async () => {
  const admin = await newCompany();
  const now = service.deps.clock();
  for (const age of [days(1), days(6), days(8)])
    await service.deps.store.durable
      .insertInto('events')
      .values({
        event_id: randomUUID(),
        account_id: admin.account.id,
        company_id: admin.account.companyId,
        kind: 'refreshReuse',
        client: '203.0.113.7',
        platform: 'dashboard',
        at: new Date(now - age),
      })
      .execute();
  const { body } = await driver.call('readOverview', { as: admin });
  const query = { type: 'refreshReuse', from: String(now - days(reuseShownDays)) };
  const log = await driver.call('listEvents', { as: admin, query });
  expect([body.refreshReuses, log.body.total]).toEqual([2, 2]);
});

it('refuses what is no time zone, and offsets', async () => {
  const admin = await newCompany();
  const zones = ['Mars/Olympus', '+01', '-0800', 'x', 'Europe/berlinn', 'EST5EDT4'];
  const statuses = await Promise.all(
    zones.map(
      async (timeZone) => (await driver.call('readOverview', { as: admin, query: { timeZone } })).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([422]));
});

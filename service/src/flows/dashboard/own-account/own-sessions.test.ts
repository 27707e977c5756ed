/** The own sessions and known devices over HTTP (threat B2). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { days, minutes } from '@app/contract/fields/durations.ts';

import { hashHandle } from '#security/tokens/handles.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function sessionOf(account: SignedIn['account'], headers: Record<string, string> = {}) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/auth/v2/users/session',
    payload: { email: account.email, password: rightPassword },
    remoteAddress: '192.0.2.77',
    headers,
  });
  const { access_token: token, refresh_token: refreshToken } = answer.json().basic;
  return { account, token, refreshToken } satisfies SignedIn;
}
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url: '/auth/v2/tokens/refresh', payload: { refreshToken }, headers });
const sessionsOf = async (as: SignedIn) => (await driver.call('listOwnSessions', { as })).body;

it('lists the own sessions with device, platform, network and times, this one marked', async () => {
  const person = await driver.signedIn({ roles: [] });
  const signedInAt = service.deps.clock();
  const other = await sessionOf(person.account, { 'user-agent': firefox, 'x-origin': 'phone' });
  const { items, total } = await sessionsOf(person);
  expect(total).toBe(2);
  expect(items.find(({ current }) => !current)).toEqual({
    id: expect.any(String),
    device: 'Firefox, Linux',
    platform: expect.any(String),
    client: '192.0.2.77',
    signedInAt,
    lastUsedAt: signedInAt,
    expiresAt: signedInAt + days(14),
    current: false,
  });
  expect(items.filter(({ current }) => current)).toHaveLength(1);
  expect((await sessionsOf(other)).items.find(({ current }) => current)?.device).toBe('Firefox, Linux');
});

it('a refresh moves the last use and the end, and names the browser as it is now', async () => {
  const person = await driver.signedIn();
  service.deps.advance(minutes(5));
  await refresh(person.refreshToken, { 'user-agent': `${firefox} ${'x'.repeat(400)}` });
  const now = service.deps.clock();
  const [session] = (await sessionsOf(person)).items;
  expect(session).toMatchObject({
    device: 'Firefox, Linux',
    signedInAt: now - minutes(5),
    lastUsedAt: now,
    expiresAt: now + days(14),
  });
  const stored = await service.deps.store.durable
    .selectFrom('families')
    .select('user_agent')
    .where('id', '=', session?.id ?? '')
    .executeTakeFirst();
  expect(stored?.user_agent).toHaveLength(256);
});

it('ends one session, and only that one', async () => {
  const person = await driver.signedIn();
  const [lost, kept] = [await sessionOf(person.account), await sessionOf(person.account)];
  const id = (await sessionsOf(lost)).items.find(({ current }) => current)?.id ?? '';
  const end = (idempotencyKey = randomUUID()) =>
    driver.call('endOwnSession', { as: person, params: { sessionId: id }, idempotencyKey });
  const key = randomUUID();
  expect([(await end(key)).status, (await end(key)).status, (await end()).status]).toEqual([204, 204, 404]);
  expect((await driver.call('readAccount', { as: lost })).status).toBe(401);
  expect((await refresh(lost.refreshToken)).statusCode).toBe(401);
  expect((await driver.call('readAccount', { as: kept })).status).toBe(200);
  const ended = service.deps.store.durable.selectFrom('events').select('id');
  expect(
    await ended.where('account_id', '=', person.account.id).where('kind', '=', 'sessionsEnded').execute(),
  ).toHaveLength(1);
});

it('ends all others', async () => {
  const person = await driver.signedIn();
  const others = [await sessionOf(person.account), await sessionOf(person.account)];
  expect((await driver.call('endOtherSessions', { as: person })).status).toBe(204);
  expect((await sessionsOf(person)).items).toMatchObject([{ current: true }]);
  for (const other of others) expect((await driver.call('readAccount', { as: other })).status).toBe(401);
});

it("another person's session and device are not found, whoever asks", async () => {
  const [person, neighbour] = [await driver.signedIn(), await driver.signedIn()];
  const id = (await sessionsOf(neighbour)).items[0]?.id ?? '';
  const device = hashHandle(randomUUID());
  await insertDevice(
    { accountId: neighbour.account.id, device, userAgent: firefox, how: 'proven' },
    service.deps.clock(),
  ).execute(service.deps.store.durable);
  const asked = [
    await driver.call('endOwnSession', { as: person, params: { sessionId: id } }),
    await driver.call('endOwnSession', { as: person, params: { sessionId: randomUUID() } }),
    await driver.call('endOwnSession', { as: person, params: { sessionId: 'x' } }),
    await driver.call('forgetOwnDevice', { as: person, params: { deviceId: device.toString('hex') } }),
    await driver.call('forgetOwnDevice', { as: person, params: { deviceId: "'; drop table devices" } }),
  ];
  expect(asked.map(({ status, refusal }) => [status, refusal])).toEqual(asked.map(() => [404, 'notFound']));
  expect((await driver.call('readAccount', { as: neighbour })).status).toBe(200);
  expect((await driver.call('listOwnDevices', { as: neighbour })).body.total).toBe(1);
});

it('lists the known devices and forgets one', async () => {
  const person = await driver.signedIn();
  const now = service.deps.clock();
  const [device, idle] = [hashHandle(randomUUID()), hashHandle(randomUUID())];
  for (const [known, at] of [
    [device, now],
    [idle, now - days(91)],
  ] as const)
    await insertDevice(
      { accountId: person.account.id, device: known, userAgent: firefox, how: 'proven' },
      at,
    ).execute(service.deps.store.durable);
  const { body } = await driver.call('listOwnDevices', { as: person });
  const id = device.toString('hex');
  expect(body).toEqual({
    items: [{ id, device: 'Firefox, Linux', knownAt: now, lastUsedAt: now }],
    total: 1,
  });
  expect((await driver.call('forgetOwnDevice', { as: person, params: { deviceId: id } })).status).toBe(204);
  expect((await driver.call('listOwnDevices', { as: person })).body).toEqual({ items: [], total: 0 });
});

/** What an admin sees and ends of another person's sessions and known devices (requirements §5; threat B2). */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';

import { insertDevice } from '#store/sign-in/devices.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const signInWithFirefox = ({ account }: SignedIn) =>
  service.app.inject({
    method: 'POST',
    url: '/auth/v2/users/session',
    payload: { email: account.email, password: rightPassword },
    remoteAddress: '192.0.2.77',
    headers: { 'user-agent': firefox },
  });

/** An admin, and a person of the same company with a second session, in Firefox, and a known device. */
async function newScene() {
  const admin = await people.newAdmin();
  const person = await people.signedIn({ companyId: admin.account.companyId, roles: [] });
  await signInWithFirefox(person);
  const known = { accountId: person.account.id, device: randomBytes(32), userAgent: firefox } as const;
  const { clock, store } = service.deps;
  await insertDevice({ ...known, how: 'proven' }, clock()).execute(store.durable);
  const params = { userId: person.account.id };
  const sessions = async () => (await people.call('listUserSessions', { as: admin, params })).body;
  const devices = async () => (await people.call('listUserDevices', { as: admin, params })).body;
  return { admin, person, params, sessions, devices, deviceId: known.device.toString('hex') };
}

it('lists the sessions with browser and last use, and ends one, which the audit log and the person see', async () => {
  const { admin, person, params, sessions } = await newScene();
  const { items, total } = await sessions();
  expect(total).toBe(2);
  const found = items.find(({ device }) => device === 'Firefox, Linux');
  expect(found).toMatchObject({ client: '192.0.2.77', lastUsedAt: service.deps.clock() });
  const end = (sessionId: string) =>
    people.call('endUserSession', { as: admin, params: { ...params, sessionId } });
  expect((await end(found?.id ?? '')).status).toBe(204);
  expect(await end(found?.id ?? '')).toMatchObject({ status: 404, refusal: 'notFound' });
  expect((await sessions()).items.map(({ id }) => id)).toEqual(
    items.flatMap(({ id }) => (id === found?.id ? [] : [id])),
  );
  expect((await people.call('readAccount', { as: person })).status).toBe(200);
  expect(await people.entriesOf(admin.account.companyId)).toMatchObject([
    { action: 'sessionEnded', target: person.account.email, before: { device: 'Firefox, Linux' } },
  ]);
  const events = await people.call('listOwnEvents', { as: person });
  expect(events.body.items.map(({ type }) => type)).toContain('sessionsEnded');
});

it('lists the known devices and forgets one', async () => {
  const { admin, person, params, devices, deviceId } = await newScene();
  const now = service.deps.clock();
  expect(await devices()).toEqual({
    items: [{ id: deviceId, device: 'Firefox, Linux', knownAt: now, lastUsedAt: now }],
    total: 1,
  });
  const forget = (id: string) =>
    people.call('forgetUserDevice', { as: admin, params: { ...params, deviceId: id } });
  expect((await forget(deviceId)).status).toBe(204);
  expect(await devices()).toEqual({ items: [], total: 0 });
  for (const id of [deviceId, "'; drop table devices"])
    expect(await forget(id)).toMatchObject({ status: 404, refusal: 'notFound' });
  expect(await people.entriesOf(admin.account.companyId)).toMatchObject([
    { action: 'deviceForgotten', target: person.account.email, before: { device: 'Firefox, Linux' } },
  ]);
});

it('does not end the session of the call: the own account is looked after under its own calls', async () => {
  const { admin } = await newScene();
  const params = { userId: admin.account.id };
  const { body } = await people.call('listUserSessions', { as: admin, params });
  const refused = [
    await people.call('endUserSession', {
      as: admin,
      params: { ...params, sessionId: body.items[0]?.id ?? '' },
    }),
    await people.call('forgetUserDevice', { as: admin, params: { ...params, deviceId: '0'.repeat(64) } }),
  ];
  expect(refused.map(({ refusal }) => refusal)).toEqual(['notPossible', 'notPossible']);
});

it("does not end a session under another person's id", async () => {
  const [{ admin, sessions }, other] = [await newScene(), await people.newAdmin()];
  const neighbour = await people.personOf(admin);
  const [session] = (await sessions()).items;
  const end = (as: SignedIn, userId: string) =>
    people.call('endUserSession', { as, params: { userId, sessionId: session?.id ?? randomUUID() } });
  expect((await end(admin, neighbour.id)).status).toBe(404);
  expect((await end(other, neighbour.id)).status).toBe(404);
  expect((await sessions()).total).toBe(2);
});

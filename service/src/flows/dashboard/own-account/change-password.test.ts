/** The own password over HTTP: asked for again, and changed (threats A1, A10, B2; RFC 9470). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { minutes } from '@app/contract/fields/durations.ts';

import { newDeviceToken } from '#security/tokens/device-token.ts';
import { findActor } from '#store/dashboard/actor.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';
import { mailsTo, rightPassword } from '#test/setup/test-deps.ts';

const next = 'Harbour-Lantern-59-Quay';
const wrong = 'Harbour-Lantern-00-Quay';
const changed = { currentPassword: rightPassword, password: next, passwordConfirmation: next };

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const signIn = async (email: string, password: string) =>
  (
    await service.app.inject({
      method: 'POST',
      url: '/auth/v2/users/session',
      payload: { email, password },
    })
  ).statusCode;
const refresh = async (refreshToken: string) => {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/refresh',
    payload: { refreshToken },
  });
  return { status: answer.statusCode, body: answer.json() };
};
/** Another session of the same account. */
async function secondSession({ account }: SignedIn): Promise<SignedIn> {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/auth/v2/users/session',
    payload: { email: account.email, password: rightPassword },
  });
  const { access_token: token, refresh_token: refreshToken } = answer.json().basic;
  return { account, token, refreshToken };
}
const kindsOf = async ({ account }: SignedIn) =>
  (
    await service.deps.store.durable
      .selectFrom('events')
      .select('kind')
      .where('account_id', '=', account.id)
      .orderBy('at')
      .execute()
  ).map(({ kind }) => kind);

it('changes the password, ends every other session and keeps this one', async () => {
  const person = await driver.signedIn({ roles: [] });
  const other = await secondSession(person);
  const { email } = person.account;
  expect(await driver.call('changePassword', { as: person, body: changed })).toMatchObject({ status: 204 });
  expect(await driver.call('readAccount', { as: person })).toMatchObject({ status: 200 });
  expect(await driver.call('readAccount', { as: other })).toMatchObject({ status: 401 });
  expect((await refresh(other.refreshToken)).status).toBe(401);
  expect((await refresh(person.refreshToken)).status).toBe(200);
  expect([await signIn(email, rightPassword), await signIn(email, next)]).toEqual([401, 200]);
  expect(await mailsTo(service.deps, email)).toEqual([
    { kind: 'passwordChanged', values: { name: person.account.name, by: 'session' } },
  ]);
  expect(await kindsOf(person)).toContain('passwordChanged');
});

it('A2: the device of this session stays known, and every other one is forgotten', async () => {
  const { account } = await driver.signedIn();
  const { email, id } = account;
  const { durable } = service.deps.store;
  const onDevice = async (deviceToken: string) => {
    const payload = { email, password: rightPassword, contextData: { deviceToken } };
    const answer = await service.app.inject({ method: 'POST', url: '/auth/v2/users/session', payload });
    return { account, token: answer.json().basic.access_token };
  };
  const deviceToken = newDeviceToken(service.deps.keys);
  const own = await onDevice(deviceToken);
  const known = durable.selectFrom('devices').select('device').where('account_id', '=', id);
  const [kept] = await known.execute();
  await onDevice(newDeviceToken(service.deps.keys));
  expect(await known.execute()).toHaveLength(2);
  expect(
    await driver.call('changePassword', { as: own, body: { ...changed, contextData: { deviceToken } } }),
  ).toMatchObject({ status: 204 });
  expect(await known.execute()).toEqual([kept]);
  // A device that the account did not know is not known by that.
  const contextData = { deviceToken: newDeviceToken(service.deps.keys) };
  const again = {
    currentPassword: next,
    password: `${next}!`,
    passwordConfirmation: `${next}!`,
    contextData,
  };
  expect(await driver.call('changePassword', { as: own, body: again })).toMatchObject({ status: 204 });
  expect(await known.execute()).toEqual([]);
});

it('forgets the known devices and cancels the mailed links', async () => {
  const person = await driver.signedIn();
  const { email, id } = person.account;
  await service.app.inject({ method: 'POST', url: '/auth/v1/users/password/recover', payload: { email } });
  await driver.call('changePassword', { as: person, body: changed });
  const { durable } = service.deps.store;
  expect(await durable.selectFrom('devices').where('account_id', '=', id).execute()).toEqual([]);
  const open = durable.selectFrom('links').select('id').where('account_id', '=', id);
  expect(await open.where('cancelled_at', 'is', null).execute()).toEqual([]);
});

it('refuses a wrong current password, and each fault of the new one at its field', async () => {
  const person = await driver.signedIn();
  const refused = async (body: object) => {
    const answer = await driver.call('changePassword', { as: person, body: { ...changed, ...body } });
    return [answer.status, answer.refusal, (JSON.parse(answer.text) as { fields?: unknown }).fields];
  };
  expect(await refused({ currentPassword: wrong })).toEqual([401, 'credentials', undefined]);
  expect(await refused({ passwordConfirmation: wrong })).toEqual([
    422,
    'invalid',
    { passwordConfirmation: ['is_different'] },
  ]);
  const common = 'Password2026!';
  expect(await refused({ password: common, passwordConfirmation: common })).toEqual([
    422,
    'invalid',
    { password: ['is_common'] },
  ]);
  const [status, , fields] = await refused({ password: 'short', passwordConfirmation: 'short' });
  expect([status, Object.keys(fields as object)]).toEqual([422, ['password']]);
  expect(await refused({ currentPassword: '' })).toEqual([
    422,
    'invalid',
    { currentPassword: ['is_required'] },
  ]);
  const same = { password: rightPassword, passwordConfirmation: rightPassword };
  expect(await refused(same)).toEqual([422, 'invalid', { password: ['is_same'] }]);
  // Who does not know it is not told by that.
  expect(await refused({ ...same, currentPassword: wrong })).toEqual([401, 'credentials', undefined]);
  expect(await signIn(person.account.email, rightPassword)).toBe(200);
});

it('A1: a stolen session guesses five times, then not even the right password is taken', async () => {
  const thief = await driver.signedIn();
  const owner = await secondSession(thief);
  const statuses = [];
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await driver.call('reauthenticate', { as: thief, body: { password: wrong } })).status);
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const right = await driver.call('changePassword', { as: thief, body: changed });
  expect(right).toMatchObject({ status: 429, refusal: 'rateLimited', headers: { 'retry-after': '900' } });
  // The owner's other session has its own counter.
  expect(await driver.call('reauthenticate', { as: owner, body: { password: rightPassword } })).toMatchObject(
    { status: 204 },
  );
});

it.each(['reauthenticate', 'changePassword'] as const)(
  'A19: the password that is typed in a session of a passkey (%s) ends that a factor is due',
  async (name) => {
    const person = await driver.signedIn();
    const { durable } = service.deps.store;
    const { id } = person.account;
    await durable.updateTable('accounts').set({ factor_due: true }).where('id', '=', id).execute();
    const password = 'Wren+Orchard+88';
    const body =
      name === 'reauthenticate'
        ? { password: rightPassword }
        : { currentPassword: rightPassword, password, passwordConfirmation: password };
    expect((await driver.call(name, { as: person, body })).status).toBe(204);
    const account = durable.selectFrom('accounts').select('factor_due').where('id', '=', id);
    expect(await account.execute()).toEqual([{ factor_due: false }]);
  },
);

it('A2: strangers who fill the counters of the sign-in do not keep a signed-in person out', async () => {
  const person = await driver.signedIn();
  for (let tries = 0; tries < 60; tries += 1)
    await service.app.inject({
      method: 'POST',
      url: '/auth/v2/users/session',
      payload: { email: person.account.email, password: wrong },
      remoteAddress: `10.9.0.${tries}`,
    });
  expect(
    await driver.call('reauthenticate', { as: person, body: { password: rightPassword } }),
  ).toMatchObject({ status: 204 });
});

it('refuses accounts of another method, whatever is typed', async () => {
  const person = await driver.signedIn();
  const { durable } = service.deps.store;
  await durable
    .updateTable('accounts')
    .set({ method: 'google' })
    .where('id', '=', person.account.id)
    .execute();
  await durable
    .updateTable('families')
    .set({ strategy: 'google' })
    .where('account_id', '=', person.account.id)
    .execute();
  for (const [name, body] of [
    ['changePassword', changed],
    ['reauthenticate', { password: rightPassword }],
  ] as const)
    expect(await driver.call(name, { as: person, body })).toMatchObject({
      status: 403,
      refusal: 'strategy',
      body: { error: { message: expect.stringContaining('Google') } },
    });
});

it('of two changes with the same current password at once, one is done', async () => {
  const statuses = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await driver.signedIn();
    const both = await Promise.all(
      [next, `${next}!`].map((password) =>
        driver.call('changePassword', {
          as: person,
          body: { ...changed, password, passwordConfirmation: password },
        }),
      ),
    );
    statuses.push(
      both
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join(),
    );
  }
  expect(new Set(statuses)).toEqual(new Set(['204,401']));
});

it('answers a repeat with the same key without changing anything or mailing again', async () => {
  const person = await driver.signedIn();
  const idempotencyKey = randomUUID();
  const call = () => driver.call('changePassword', { as: person, body: changed, idempotencyKey });
  expect((await call()).status).toBe(204);
  expect((await call()).status).toBe(204);
  expect(await mailsTo(service.deps, person.account.email)).toHaveLength(1);
});

it('a right password makes the sign-in of this session recent again, and of no other', async () => {
  const person = await driver.signedIn();
  const other = await secondSession(person);
  service.deps.advance(minutes(14));
  const ageOf = async ({ account, token }: SignedIn) => {
    const holder = { accountId: account.id, familyId: decodeJwt(token)['sid'] as string };
    const actor = await findActor(service.deps.store.relaxed, holder, service.deps.clock());
    return actor && service.deps.clock() - actor.authenticatedAt;
  };
  expect([await ageOf(person), await ageOf(other)]).toEqual([minutes(14), minutes(14)]);
  const answer = await driver.call('reauthenticate', { as: person, body: { password: wrong } });
  expect([answer.status, await ageOf(person)]).toEqual([401, minutes(14)]);
  await driver.call('reauthenticate', { as: person, body: { password: rightPassword } });
  expect([await ageOf(person), await ageOf(other)]).toEqual([0, minutes(14)]);
  expect(await kindsOf(person)).toContain('reauthenticated');
});

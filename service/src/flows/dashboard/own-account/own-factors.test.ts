/** The own authenticator app and recovery codes over HTTP. */
import { TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { signInBasic } from '#test/drivers/flow-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { eventsOf, mailsTo } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const factorsOf = async (as: SignedIn) => (await driver.call('readFactors', { as })).body;
const codeOf = (secret: string, at = service.deps.clock()) =>
  new TOTP({ secret }).generate({ timestamp: at });

it('an app is set up by its first code, which does not sign in again, and removed; each with an event and a mail', async () => {
  const person = await driver.signedIn({ roles: [] });
  expect(await factorsOf(person)).toEqual({ hasFactor: false });
  const { body: start } = await driver.call('startAuthenticator', { as: person });
  expect(start.uri).toContain(`secret=${start.secret}`);
  expect(start.qr.path).toMatch(/^M[0-9MmhvHVzZlL .-]+$/);
  expect(await factorsOf(person)).toEqual({ hasFactor: false });

  const add = (code: string, setup = start.setup, as = person) =>
    driver.call('addAuthenticator', { as, body: { setup, code } });
  expect((await add('000000')).refusal).toBe('invalidCode');
  const stranger = await driver.signedIn();
  expect((await add(codeOf(start.secret), start.setup, stranger)).refusal).toBe('codeExpired');
  const { body } = await add(codeOf(start.secret));
  expect(body).toEqual({ authenticator: { addedAt: service.deps.clock() }, hasFactor: true });
  expect(await factorsOf(person)).toEqual(body);

  expect((await driver.call('removeAuthenticator', { as: person })).status).toBe(204);
  expect((await driver.call('removeAuthenticator', { as: person })).refusal).toBe('notFound');
  expect(await factorsOf(person)).toEqual({ hasFactor: false });
  expect((await eventsOf(service.deps, person.account.id)).map(({ kind }) => kind).toSorted()).toEqual([
    'authenticatorAdded',
    'authenticatorRemoved',
    'signedIn',
  ]);
  expect((await mailsTo(service.deps, person.account.email)).map(({ kind }) => kind)).toEqual([
    'factorChanged',
    'factorChanged',
  ]);
});

it('a secret is for half an hour', async () => {
  const person = await driver.signedIn();
  const { body } = await driver.call('startAuthenticator', { as: person });
  service.deps.advance(minutes(30));
  const { access_token: token } = await signInBasic(service.deps, person.account.email);
  const code = codeOf(body.secret);
  const as = { ...person, token };
  const late = await driver.call('addAuthenticator', { as, body: { setup: body.setup, code } });
  expect(late.refusal).toBe('codeExpired');
});

it('recovery codes are ten of 100 bits, shown once; new ones void those before, and they go with the last factor', async () => {
  const person = await driver.signedIn();
  const make = () => driver.call('makeRecoveryCodes', { as: person });
  expect((await make()).refusal).toBe('notPossible');
  await setUpAuthenticator(service.deps, person.account.id);
  const first = (await make()).body.codes;
  expect(first).toHaveLength(10);
  expect(new Set(first).size).toBe(10);
  for (const code of first) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  const second = (await make()).body.codes;
  expect(second.filter((code) => first.includes(code))).toEqual([]);
  expect((await factorsOf(person)).recoveryCodes).toEqual({ madeAt: service.deps.clock(), left: 10 });
  await driver.call('removeAuthenticator', { as: person });
  expect(await factorsOf(person)).toEqual({ hasFactor: false });
});

it.each(['google', 'saml'] as const)(
  'an account that signs in with %s has no factors of its own',
  async (method) => {
    const person = await driver.signedIn();
    await service.deps.store.durable
      .updateTable('accounts')
      .set({ method })
      .where('id', '=', person.account.id)
      .execute();
    await service.deps.store.durable
      .updateTable('families')
      .set({ strategy: method })
      .where('account_id', '=', person.account.id)
      .execute();
    for (const name of ['startAuthenticator', 'makeRecoveryCodes'] as const)
      expect((await driver.call(name, { as: person })).refusal).toBe('strategy');
  },
);

it('an account of Google sets up an app where its sign-in asks for a second step, and nowhere else', async () => {
  const person = await driver.signedIn({ roles: [] });
  const { id, companyId } = person.account;
  const { durable } = service.deps.store;
  // As Google would have opened it.
  await durable
    .updateTable('accounts')
    .set({ method: 'google', second_step: null })
    .where('id', '=', id)
    .execute();
  await durable.updateTable('families').set({ strategy: 'google' }).where('account_id', '=', id).execute();
  const start = async () => (await driver.call('startAuthenticator', { as: person })).status;
  const ask = (provider_step: 'never' | 'always') =>
    durable.updateTable('companies').set({ provider_step }).where('id', '=', companyId).execute();
  expect(await start()).toBe(403);
  await ask('always');
  expect(await start()).toBe(200);
  expect((await driver.call('readAccount', { as: person })).body.secondStepAsked).toBe(true);
  await ask('never');
  expect(await start()).toBe(403);
});

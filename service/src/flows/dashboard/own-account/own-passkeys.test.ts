/** Threat A17: passkeys are added only by their owner's recent sign-in, listed, told by email and removed. */
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { newestLink, chosenPassword } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import {
  assertion,
  assertionJson,
  makePasskey,
  registration,
  registrationJson,
} from '#test/passkeys/authenticator.ts';
import { givePasskey, newPasskeyJson, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, eventsOf, mailsTo, newClient } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { findFactors } from '#store/accounts/factors.ts';
import { setAccess } from '#store/accounts/account-changes.ts';
import { userHandleOf, passkeysOfAccount } from '#accounts/passkeys.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const site = { rpId: 'localhost', origin: 'http://localhost:4000' };
const add = (as: SignedIn, credential: object) => driver.call('addPasskey', { as, body: { credential } });
const listOf = async (as: SignedIn) => (await driver.call('listPasskeys', { as })).body;
const kindsTo = async ({ account }: SignedIn) =>
  (await mailsTo(service.deps, account.email)).map(({ kind, values }) => [kind, values?.['passkey']]);

it('adds a passkey that signs in, with its maker, an event and an email', async () => {
  const person = await driver.signedIn({ roles: [] });
  const { id } = person.account;
  const { body: started } = await driver.call('startPasskey', { as: person, body: {} });
  const passkey = makePasskey(userHandleOf(id));
  const aaguid = Buffer.from('bada5566a7aa401fbd9645619a55120d', 'hex');
  const credential = registrationJson(registration(passkey, started.challenge, site, { aaguid }));
  const { body: added, status } = await add(person, credential);
  expect(status).toBe(200);
  expect(added).toEqual({
    id: expect.any(String),
    credentialId: passkey.id.toString('base64url'),
    name: '1Password',
    maker: '1Password',
    addedAt: service.deps.clock(),
  });
  expect(await kindsTo(person)).toEqual([['passkeyAdded', '1Password']]);
  expect((await eventsOf(service.deps, id)).map(({ kind }) => kind)).toContain('passkeyAdded');

  const answer = await signInBy(service.deps, await passkeyBody(service.deps, passkey));
  expect(answer.basic.auth_strategy).toBe('password');
  expect(await listOf(person)).toEqual({
    items: [{ ...added, usedAt: service.deps.clock() }],
    rp: { id: 'localhost', name: 'Northline' },
    userId: userHandleOf(id).toString('base64url'),
  });
});

it('renames and removes it, and tells its owner', async () => {
  const person = await driver.signedIn({ roles: [] });
  const { body: added } = await add(person, newPasskeyJson(service.deps, person.account.id));
  expect(added.name).toBe('Passkey');
  const params = { passkeyId: added.id };
  expect(
    (await driver.call('renamePasskey', { as: person, params, body: { name: ' My  phone ' } })).status,
  ).toBe(204);
  expect((await listOf(person)).items).toMatchObject([{ name: 'My  phone' }]);
  const other = await driver.signedIn();
  expect((await driver.call('removePasskey', { as: other, params })).refusal).toBe('notFound');
  expect((await driver.call('renamePasskey', { as: other, params, body: { name: 'Mine' } })).refusal).toBe(
    'notFound',
  );
  expect((await driver.call('removePasskey', { as: person, params })).status).toBe(204);
  expect((await listOf(person)).items).toEqual([]);
  expect(await kindsTo(person)).toEqual([
    ['passkeyAdded', 'Passkey'],
    ['passkeyRemoved', 'My  phone'],
  ]);
  expect((await driver.call('removePasskey', { as: person, params })).refusal).toBe('notFound');
});

it('A17: refuses a challenge of another account, a consumed one and an old one, and a forged key', async () => {
  const [person, other] = [await driver.signedIn({ roles: [] }), await driver.signedIn({ roles: [] })];
  const { id } = person.account;
  expect((await add(person, newPasskeyJson(service.deps, other.account.id))).refusal).toBe('credentials');
  expect((await add(person, newPasskeyJson(service.deps, id, -minutes(5)))).refusal).toBe('credentials');
  expect((await add(person, newPasskeyJson(service.deps, id, 0, { flags: 1 | 64 }))).refusal).toBe(
    'credentials',
  );
  const credential = newPasskeyJson(service.deps, id);
  const { body: added } = await add(person, credential);
  await driver.call('removePasskey', { as: person, params: { passkeyId: added.id } });
  expect((await add(person, credential)).refusal).toBe('notPossible');
  expect((await listOf(person)).items).toEqual([]);
});

it.each(['\0', 'internal\n', '', 'x'.repeat(21)])('D12: refuses the transport %j', async (transport) => {
  const person = await driver.signedIn({ roles: [] });
  const made = newPasskeyJson(service.deps, person.account.id);
  const credential = { ...made, response: { ...made.response, transports: ['smart-card', transport] } };
  const answer = await add(person, credential);
  expect([answer.status, answer.refusal]).toEqual([422, 'invalid']);
});

it('A17: refuses a key that another account has', async () => {
  const [person, other] = [await driver.signedIn({ roles: [] }), await driver.signedIn({ roles: [] })];
  const passkey = await givePasskey(service.deps, other.account.id);
  const { body: started } = await driver.call('startPasskey', { as: person, body: {} });
  const credential = registrationJson(registration(passkey, started.challenge, site));
  expect((await add(person, credential)).refusal).toBe('notPossible');
});

it('an account has at most so many, also when they come together', async () => {
  const person = await driver.signedIn({ roles: [] });
  const { id } = person.account;
  for (let n = 1; n < passkeysOfAccount; n += 1) await givePasskey(service.deps, id);
  const answers = await Promise.all([1, 2, 3].map(() => add(person, newPasskeyJson(service.deps, id))));
  expect(answers.map(({ refusal }) => refusal ?? 'added').toSorted()).toEqual([
    'added',
    'notPossible',
    'notPossible',
  ]);
});

it.each(['google', 'saml'] as const)('A17: an account of %s has no passkeys', async (method) => {
  const person = await driver.signedIn({ roles: [] });
  const { deps } = service;
  const { store } = deps;
  await store.durable.updateTable('accounts').set({ method }).where('id', '=', person.account.id).execute();
  await store.durable
    .updateTable('families')
    .set({ strategy: method })
    .where('account_id', '=', person.account.id)
    .execute();
  expect((await driver.call('startPasskey', { as: person, body: {} })).refusal).toBe('strategy');
  expect((await add(person, newPasskeyJson(deps, person.account.id))).refusal).toBe('strategy');
});

it.each(['google', 'saml'] as const)(
  'A12: another method deletes the factors, also one of %s',
  async (other) => {
    const { deps } = service;
    const { durable } = deps.store;
    const account = await createAccount(deps);
    const passkey = await givePasskey(deps, account.id);
    await setUpAuthenticator(deps, account.id);
    await makeCodes(deps, account.id);
    const change = (method: 'google' | 'password') =>
      durable.transaction().execute((db) => setAccess(db, [account.id], { method }));
    // As a company does that requires single sign-on: what signs in without it is kept for a day.
    if (other === 'saml')
      await durable.updateTable('accounts').set({ method: other }).where('id', '=', account.id).execute();
    else await change(other);
    await change('password');
    const body = { credential: assertionJson(passkey, assertion(passkey, 'AAAA', site)) };
    expect(nameOf(await outcomeOf(signInBy(deps, body)))).toBe('unknownPasskey');
    expect(await findFactors(deps.store.relaxed, account.id)).toMatchObject({
      authenticatorAddedAt: null,
      recoveryCodesLeft: 0,
    });
  },
);

it('A17: a password that was chosen by a mailed link removes the keys of the last hour', async () => {
  const { deps } = service;
  const account = await createAccount(deps);
  const old = await givePasskey(deps, account.id);
  deps.advance(minutes(61));
  const recent = await givePasskey(deps, account.id);
  const call = newClient();
  await flows.recoverPassword({ email: account.email }, call, deps);
  const { token } = await newestLink(deps, account.email, 'passwordReset');
  await flows.resetPassword(
    { email: account.email, code: token, password: chosenPassword, passwordConfirmation: chosenPassword },
    call,
    deps,
  );
  const attempt = async (passkey: typeof old) =>
    nameOf(await outcomeOf(signInBy(deps, await passkeyBody(deps, passkey))));
  expect([await attempt(old), await attempt(recent)]).toEqual(['answered', 'unknownPasskey']);
});

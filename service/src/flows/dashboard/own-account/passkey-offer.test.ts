/** Threats A16, A17: a passkey is offered, and what a browser makes automatically is added only right after a password. */
import { afterAll, expect, it } from 'vitest';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { minutes } from '@app/contract/fields/durations.ts';

import { flows } from '#flows/flows.ts';
import { findFactors } from '#store/accounts/factors.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { makePasskey, registration, registrationJson } from '#test/passkeys/authenticator.ts';
import {
  givePasskey,
  newPasskeyJson,
  passkeyBody,
  signInBy,
  upgradeJson,
} from '#test/passkeys/passkey-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { eventsOf, mailsTo, rightPassword, newClient } from '#test/setup/test-deps.ts';
import { userHandleOf } from '#accounts/passkeys.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

type Caller = Pick<SignedIn, 'token' | 'account'>;
const site = { rpId: 'localhost', origin: 'http://localhost:4000' };
const offerTo = async (as: Caller) => (await driver.call('readPasskeyOffer', { as })).body;
const offeredTo = async (as: Caller) => (await offerTo(as)).offered;
const accept = (as: Caller, credential: object) =>
  driver.call('acceptPasskeyOffer', { as, body: { credential } });

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

it('A17: adds what the browser makes with nobody present, for a minute after the password', async () => {
  const { deps } = service;
  const person = await driver.signedIn({ roles: [] });
  const { id, email, name } = person.account;
  const existing = await givePasskey(deps, id);
  const { upgrade } = await offerTo(person);
  expect(upgrade).toEqual({
    challenge: expect.any(String),
    rp: { id: 'localhost', name: 'Northline' },
    userId: userHandleOf(id).toString('base64url'),
    email,
    name,
    existing: [existing.id.toString('base64url')],
  });
  deps.advance(minutes(1));
  const passkey = makePasskey(userHandleOf(id));
  const made = registration(passkey, upgrade?.challenge ?? '', site, { flags: 64 });
  expect((await accept(person, registrationJson(made))).status).toBe(204);
  expect((await eventsOf(deps, id)).map(({ kind }) => kind)).toContain('passkeyAdded');
  const [mail] = await mailsTo(deps, email);
  expect(mail?.values).toMatchObject({ passkey: 'Passkey', url: expect.stringContaining('/users/passkey?') });

  // A16: nobody signs in with it unverified.
  const attempt = async (flags: number) =>
    nameOf(await outcomeOf(signInBy(deps, await passkeyBody(deps, passkey, { flags }))));
  expect([await attempt(1), await attempt(1 | 4)]).toEqual(['credentials', 'answered']);
});

it('A17: adds nothing later, in a session of another way, after declining, or for another challenge', async () => {
  const { deps } = service;
  const refused = async (as: Caller, credential: object = upgradeJson(deps, as.account.id)) => {
    const { refusal } = await accept(as, credential);
    return [refusal, (await offerTo(as)).upgrade !== undefined];
  };
  const late = await driver.signedIn({ roles: [] });
  deps.advance(minutes(1) + 1);
  expect(await refused(late)).toEqual(['notPossible', false]);

  const person = await driver.signedIn({ roles: [] });
  const { account } = person;
  const byPasskey = await signInBy(deps, await passkeyBody(deps, await givePasskey(deps, account.id)));
  expect(await refused({ account, token: byPasskey.basic.access_token })).toEqual(['notPossible', false]);

  expect(await refused(person, newPasskeyJson(deps, account.id))).toEqual(['credentials', true]);
  expect(await refused(person, upgradeJson(deps, late.account.id))).toEqual(['credentials', true]);
  const used = upgradeJson(deps, account.id);
  expect((await accept(person, used)).status).toBe(204);
  expect(await refused(person, used)).toEqual(['notPossible', true]);
  // The ordinary call takes neither its challenge nor its flags.
  for (const credential of [
    upgradeJson(deps, account.id, 0, {}),
    newPasskeyJson(deps, account.id, 0, { flags: 64 }),
  ])
    expect((await driver.call('addPasskey', { as: person, body: { credential } })).refusal).toBe(
      'credentials',
    );

  await driver.call('declinePasskeyOffer', { as: person });
  expect(await refused(person)).toEqual(['notPossible', false]);
});

it.each(['google', 'saml'] as const)('A17: a session of %s adds nothing', async (method) => {
  const { deps } = service;
  const person = await driver.signedIn({ roles: [] });
  const of = (table: 'accounts' | 'families', change: object, column: string) =>
    deps.store.durable.updateTable(table).set(change).where(column, '=', person.account.id).execute();
  await of('accounts', { method }, 'id');
  await of('families', { strategy: method }, 'account_id');
  expect((await accept(person, upgradeJson(deps, person.account.id))).refusal).toBe('notPossible');
  expect(await offerTo(person)).toEqual({ offered: false });
});

it('an automatic passkey is a factor once it has signed in: who does not know of it does not need it', async () => {
  const { deps } = service;
  const person = await driver.signedIn({ roles: [] });
  const { id, email } = person.account;
  const passkey = makePasskey(userHandleOf(id));
  const { upgrade } = await offerTo(person);
  const made = registration(passkey, upgrade?.challenge ?? '', site, { flags: 64 });
  expect((await accept(person, registrationJson(made))).status).toBe(204);
  await deps.store.durable
    .updateTable('accounts')
    .set({ second_step: 'always' })
    .where('id', '=', id)
    .execute();
  const factors = async () => {
    const body = { email, password: rightPassword };
    const challenge = challengeFromWire(await flows.signInWithPassword(body, newClient(), deps));
    // A challenge names no ways where a mailed code is the only one.
    return [(await findFactors(deps.store.relaxed, id)).hasFactor, challenge && (challenge.ways ?? 'mailed')];
  };
  expect(await factors()).toEqual([false, 'mailed']);
  await signInBy(deps, await passkeyBody(deps, passkey));
  expect(await factors()).toEqual([true, ['emailCode', 'passkey']]);
});

/** A passkey in the set-up step of a sign-in, instead of an authenticator app (threats A16, A17, A18, A20, A22). */
import { days } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import { findFactors } from '#store/accounts/factors.ts';
import { findPasskeys } from '#store/dashboard/own-passkeys.ts';
import { newChallenge } from '#security/webauthn/challenge.ts';
import { disownSignIn } from '#test/drivers/device-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { newestLink } from '#test/drivers/link-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import {
  appCode,
  type Begun,
  companyWith,
  finishSetUp,
  givePass,
  passkeyOf,
  toSetUp,
  toSetUpByPass,
} from '#test/drivers/set-up-driver.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { createAccount, createTestDeps, eventsOf, mailsTo, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps({ settings: { riskDataScriptUrl: '/risk-data.js' } });
afterAll(() => deps.close());

const personWhoNeeds = async (from = 0) =>
  createAccount(deps, { companyId: await companyWith(deps, 'always', from) });
const factorsOf = async (id: string) => {
  const { authenticatorAddedAt } = await findFactors(deps.store.relaxed, id);
  const passkeys = await findPasskeys(deps.store.relaxed, id);
  return { app: authenticatorAddedAt !== null, passkeys: passkeys.length };
};
const kindsOf = async (id: string) => (await eventsOf(deps, id)).map(({ kind }) => kind);

test('A20: a passkey finishes the sign-in as the first code of an app does, for one of parallel calls', async () => {
  const person = await personWhoNeeds();
  const begun = await toSetUp(deps, person);
  const passkey = passkeyOf(begun.setUp);
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => finishSetUp(deps, person, begun, { credential: passkey.credential })),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, sessionExpired: 2 });
  expect(await factorsOf(person.id)).toEqual({ app: false, passkeys: 1 });
  expect((await mailsTo(deps, person.email)).map(({ kind }) => kind)).toEqual(['loginCode', 'passkeyAdded']);
  expect((await kindsOf(person.id)).toSorted()).toEqual(['passkeyAdded', 'signedIn']);

  expect((await signInToCode(deps, person.email, newClient())).ways).toEqual(['passkey']);
  expect(nameOf(await outcomeOf(signInBy(deps, await passkeyBody(deps, passkey))))).toBe('answered');
});

test('A20: of parallel set-ups in several sign-ins one is stored, an app or a passkey', async () => {
  const person = await personWhoNeeds();
  const begun: Begun[] = [];
  for (let n = 0; n < 4; n += 1) begun.push(await toSetUp(deps, person));
  const outcomes = await Promise.all(
    begun.map((one, at) =>
      finishSetUp(
        deps,
        person,
        one,
        at % 2 === 0 ? { credential: passkeyOf(one.setUp).credential } : { code: appCode(deps, one.setUp) },
      ),
    ),
  );
  expect(tally(outcomes.map(nameOf))['answered']).toBe(1);
  const { app, passkeys } = await factorsOf(person.id);
  expect(Number(app) + passkeys).toBe(1);
});

test('A16: a forged passkey is refused, is one of the five tries, and leaves the sign-in unfinished', async () => {
  const person = await personWhoNeeds();
  const begun = await toSetUp(deps, person);
  const { setUp: ofOther } = await toSetUp(deps, await personWhoNeeds());
  const forged = {
    'for another set-up': { challenge: ofOther.passkey?.challenge ?? '' },
    'for the dashboard': { challenge: newChallenge(deps.keys, `add ${person.id}`, deps.clock()) },
    'made at another origin': { origin: 'https://evil.example' },
    'made for another domain': { rpId: 'evil.example' },
    'without a verified person': { flags: 1 | 64 },
    'made without the person': { flags: 4 | 64 },
    'an answer to a sign-in': { type: 'webauthn.get' },
  };
  for (const [name, told] of Object.entries(forged)) {
    const one = await toSetUp(deps, person);
    const { credential } = passkeyOf(one.setUp, told);
    const { refusal } = await finishSetUp(deps, person, one, { credential });
    expect([name, refusal?.refusal, refusal?.details.challenge?.triesLeft]).toEqual([name, 'invalidCode', 4]);
  }
  expect(await factorsOf(person.id)).toEqual({ app: false, passkeys: 0 });
  expect(await kindsOf(person.id)).toEqual([]);
  const { credential } = passkeyOf(begun.setUp);
  expect(nameOf(await finishSetUp(deps, person, begun, { credential }))).toBe('answered');
});

test('A22: after a temporary pass a passkey removes the app of the lost device, and consumes the pass', async () => {
  const person = await personWhoNeeds();
  const lost = await setUpAuthenticator(deps, person.id);
  const other = await givePasskey(deps, person.id);
  const pass = await givePass(deps, person);
  const begun = [await toSetUpByPass(deps, person, pass), await toSetUpByPass(deps, person, pass)];
  const outcomes = await Promise.all(
    begun.map((one) => finishSetUp(deps, person, one, { credential: passkeyOf(one.setUp).credential })),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, invalidCode: 1 });
  expect(await factorsOf(person.id)).toEqual({ app: false, passkeys: 2 });
  expect((await kindsOf(person.id)).toSorted()).toEqual(['authenticatorRemoved', 'passkeyAdded', 'signedIn']);
  expect((await mailsTo(deps, person.email)).map(({ kind }) => kind).toSorted()).toEqual([
    'factorChanged',
    'passkeyAdded',
  ]);

  await expect(toSetUpByPass(deps, person, pass)).rejects.toThrow('invalidCode');
  const { session } = await signInToCode(deps, person.email, newClient());
  const byLost = await verify(deps, person.email, lost(deps.clock()), session, newClient());
  expect(nameOf(byLost)).toBe('invalidCode');
  expect(nameOf(await outcomeOf(signInBy(deps, await passkeyBody(deps, other))))).toBe('answered');
});

test.each(['app', 'passkey'])(
  'A18: the %s of a set-up goes with the sign-in that its owner disowns',
  async (kind) => {
    const person = await personWhoNeeds(days(1));
    await finishSetUp(deps, person, await toSetUp(deps, person));
    deps.advance(days(1));
    const theirs = await toSetUp(deps, person);
    const by =
      kind === 'app'
        ? { code: appCode(deps, theirs.setUp) }
        : { credential: passkeyOf(theirs.setUp).credential };
    expect(nameOf(await finishSetUp(deps, person, theirs, by))).toBe('answered');
    expect(nameOf(await disownSignIn(deps, await newestLink(deps, person.email, 'newDevice')))).toBe(
      'answered',
    );
    expect(await factorsOf(person.id)).toEqual({ app: false, passkeys: 0 });
  },
);

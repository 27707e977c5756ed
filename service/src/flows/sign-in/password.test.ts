import { hash } from '@node-rs/argon2';
import { afterAll, expect, test } from 'vitest';
import { days, hours, minutes } from '@app/contract/fields/durations.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { counting, signIn, signInBasic, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { hundreds } from '#test/setup/proof.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  eventsOf,
  mailsTo,
  newestCode,
} from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

test('the right password sends a code, and the right code returns tokens', async () => {
  const { id, email } = await createAccount(deps);
  const now = deps.clock();
  const challenge = await signInToCode(deps, email);
  expect(challenge).toEqual({
    session: expect.stringMatching(/^[\w-]{43}$/),
    serverNow: now,
    codeExpiresAt: now + minutes(10),
    resendAt: now + 60_000,
    triesLeft: 5,
  });
  expect(await mailsTo(deps, email)).toEqual([
    {
      kind: 'loginCode',
      values: {
        code: expect.stringMatching(/^\d{6}$/),
        name: 'Ada',
        askedAt: String(deps.clock()),
        device: '',
      },
    },
  ]);
  const { answer } = await verify(deps, email, await newestCode(deps, email), challenge.session);
  expect(answer).toMatchObject({
    expires_in: 900,
    auth_strategy: 'password',
    refresh_token_expiration_date: (now + days(14)) / 1000,
  });
  expect(await eventsOf(deps, id)).toMatchObject([
    { kind: 'signedIn', client: '192.0.2.1', at: new Date(now) },
  ]);
});

test("the second step depends on the account's policy, then its company's, and on a known device", async () => {
  const off = await createAccount(deps, { secondStep: 'off' });
  expect((await signInBasic(deps, off.email)).auth_strategy).toBe('password');

  const { email } = await createAccount(deps, { secondStep: 'unrecognised' });
  const device = newDeviceToken(deps.keys);
  const first = await signInToCode(deps, email, callFrom(), device);
  // Not yet: the device becomes known when its sign-in finishes the code step.
  await signInToCode(deps, email, callFrom(), device);
  await verify(deps, email, '000000', first.session);
  const code = (await mailsTo(deps, email))[0]?.values?.['code'] ?? '';
  expect(nameOf(await verify(deps, email, code, first.session))).toBe('answered');
  expect(await signIn(deps, email, undefined, callFrom(), device)).toMatchObject({ answer: { basic: {} } });
  expect(await signIn(deps, email, undefined, callFrom(), newDeviceToken(deps.keys))).toMatchObject({
    answer: { mfa: {} },
  });
  // It is known to that account only.
  const other = await createAccount(deps, { secondStep: 'unrecognised' });
  expect(await signIn(deps, other.email, undefined, callFrom(), device)).toMatchObject({
    answer: { mfa: {} },
  });
});

test('the answer names the method for an account with another method and for every address of a domain claimed for SSO', async () => {
  await claimDomain(deps.store.durable, { domain: 'sso.test', companyId: deps.company.id, method: 'saml' });
  const google = await createAccount(deps, { method: 'google' });
  const own = await createAccount(deps, { email: 'own@sso.test' });
  const call = callFrom(20);
  expect((await signIn(deps, google.email, 'x', call)).refusal?.message).toContain('Google');
  expect((await signIn(deps, 'nobody@sso.test', 'x', call)).refusal?.message).toContain('SAML');
  expect(nameOf(await signIn(deps, own.email, 'x', call))).toBe('credentials');
  expect(nameOf(await signIn(deps, 'nobody@elsewhere.test', 'x', call))).toBe('credentials');
});

test('a password hash without a pepper is replaced at the next sign-in', async () => {
  const old = await hash('Kestrel-Harbour-27!', { memoryCost: 8192 });
  const today = { ...deps, passwords: createPasswords({ keys: deps.keys }) };
  const { email, id } = await createAccount(deps, {
    secondStep: 'off',
    password: { hash: old, keyId: null },
  });
  await signInBasic(today, email);
  const row = await deps.store.durable
    .selectFrom('accounts')
    .select(['password_hash', 'password_key_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.password_key_id).toBe('pepper-1');
  expect(row.password_hash).toContain('m=19456');
  await signInBasic(today, email);
});

test('A1: the sixth try is refused with the right password too, exactly as for an unknown address', async () => {
  const { email } = await createAccount(deps);
  const known = [];
  const unknown = [];
  for (let round = 0; round < 5; round += 1) {
    known.push(nameOf(await signIn(deps, email, 'wrong', callFrom(2))));
    unknown.push(nameOf(await signIn(deps, 'missing@northline.test', 'wrong', callFrom(2))));
  }
  const sixth = await signIn(deps, email, undefined, callFrom(2));
  const unknownSixth = await signIn(deps, 'missing@northline.test', 'wrong', callFrom(2));
  expect(known).toEqual(Array(5).fill('credentials'));
  expect(unknown).toEqual(known);
  expect(sixth.refusal?.details).toEqual({ retryAfter: 900 });
  expect(nameOf(sixth)).toBe('unknownDevice');
  expect(unknownSixth).toEqual(sixth);
  // Another client may try; this one may after fifteen minutes.
  expect(nameOf(await signIn(deps, email, undefined, callFrom(3)))).toBe('answered');
  deps.advance(minutes(15) - 1);
  expect(nameOf(await signIn(deps, email, undefined, callFrom(2)))).toBe('unknownDevice');
  deps.advance(1);
  expect(nameOf(await signIn(deps, email, undefined, callFrom(2)))).toBe('answered');
});

test('A1: of many guesses from one client, 100 at a time, five are compared in fifteen minutes', async () => {
  const { email } = await createAccount(deps);
  const { deps: counted, compared } = counting(deps);
  const names: string[] = [];
  for (let batch = 0; batch < hundreds; batch += 1) {
    const outcomes = Array.from({ length: 100 }, (_, n) =>
      signIn(counted, email, `guess-${batch}-${n}`, callFrom(4)),
    );
    names.push(...(await Promise.all(outcomes)).map(nameOf));
  }
  expect(compared()).toBe(5);
  expect(tally(names)).toEqual({ credentials: 5, unknownDevice: 100 * hundreds - 5 });
});

test('right passwords use no slot: twenty sign in one after the other, and of twenty in parallel those above the limit can at once', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const rightOne = async () => nameOf(await signIn(deps, email, undefined, callFrom(5)));
  const names: string[] = [];
  for (let n = 0; n < 20; n += 1) names.push(await rightOne());
  expect(tally(names)).toEqual({ answered: 20 });
  // A try counts until its password is found right.
  const { answered = 0, unknownDevice = 0 } = tally(
    await Promise.all(Array.from({ length: 20 }, () => rightOne())),
  );
  expect(answered).toBeGreaterThanOrEqual(5);
  expect(answered + unknownDevice).toBe(20);
  expect(await rightOne()).toBe('answered');
});

test('A2: while 50 clients make 500 wrong tries, the owner signs in on a known device at the first try', async () => {
  const { email } = await createAccount(deps);
  const device = newDeviceToken(deps.keys);
  const { session } = await signInToCode(deps, email, callFrom('198.51.100.1'), device);
  await verify(deps, email, await newestCode(deps, email), session);

  const { deps: counted, compared } = counting(deps);
  const tries = Array.from({ length: 500 }, (_, n) =>
    signIn(counted, email, 'wrong', callFrom(`203.0.113.${n % 50}`)),
  );
  const owner = await signIn(deps, email, undefined, callFrom('198.51.100.1'), device);
  const names = (await Promise.all(tries)).map(nameOf);
  const after = await signIn(deps, email, undefined, callFrom('198.51.100.1'), device);
  expect(compared()).toBe(50);
  expect(tally(names)).toEqual({ credentials: 50, unknownDevice: 450 });
  expect([nameOf(owner), nameOf(after)]).toEqual(['answered', 'answered']);
  // From an unknown device the right password is refused, too, until the day is over.
  expect(nameOf(await signIn(deps, email, undefined, callFrom('198.51.100.2')))).toBe('unknownDevice');
  deps.advance(hours(24));
  expect(nameOf(await signIn(deps, email, undefined, callFrom('198.51.100.2')))).toBe('answered');
});

test('A3: one password on many accounts from one client: fifty are compared in a day', async () => {
  const { deps: counted, compared } = counting(deps);
  const call = callFrom('198.51.100.7');
  const names: string[] = [];
  for (let batch = 0; batch < hundreds; batch += 1) {
    const outcomes = Array.from({ length: 100 }, (_, n) =>
      signIn(counted, `spray-${batch * 100 + n}@northline.test`, 'Password1!', call),
    );
    names.push(...(await Promise.all(outcomes)).map(nameOf));
  }
  expect(compared()).toBe(50);
  expect(tally(names)).toEqual({ credentials: 50, unknownDevice: 100 * hundreds - 50 });
  const { email } = await createAccount(deps);
  expect((await signIn(deps, email, undefined, call)).refusal?.details.retryAfter).toBe(86_400);
  deps.advance(days(1) - 1);
  expect(nameOf(await signIn(deps, email, undefined, call))).toBe('unknownDevice');
  deps.advance(1);
  expect(nameOf(await signIn(deps, email, undefined, call))).toBe('answered');
});

test('a sign-in releases its try if the hash queue is full', async () => {
  const { email } = await createAccount(deps);
  const full: Deps = {
    ...deps,
    passwords: {
      ...deps.passwords,
      verify: () => Promise.reject(new Refusal('overloaded', { retryAfter: 1 })),
    },
  };
  const names: string[] = [];
  for (let n = 0; n < 9; n += 1) names.push(nameOf(await signIn(full, email, 'wrong', callFrom(9))));
  expect(tally(names)).toEqual({ overloaded: 9 });
  expect(nameOf(await signIn(deps, email, undefined, callFrom(9)))).toBe('answered');
});

test('A8: with the right password 30 codes an hour and 60 a day are mailed, from any number of clients', async () => {
  const { email } = await createAccount(deps);
  const names: string[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    for (let n = 0; n < 40; n += 1)
      names.push(nameOf(await signIn(deps, email, undefined, callFrom(`10.7.${hour}.${n}`))));
    if (hour === 0) expect(await mailsTo(deps, email)).toHaveLength(30);
    deps.advance(hours(1) - 1);
  }
  expect(await mailsTo(deps, email)).toHaveLength(60);
});

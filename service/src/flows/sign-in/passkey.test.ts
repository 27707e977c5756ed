/** Threats A16, A7: a passkey opens a session for its own account, once for each challenge, and nothing forged does. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import type { Told } from '#test/passkeys/authenticator.ts';
import { givePasskey, passkeyBody, signInBy } from '#test/passkeys/passkey-driver.ts';
import { rounds } from '#test/setup/proof.ts';
import {
  createAccount,
  createTestDeps,
  eventsOf,
  fillCounters,
  mailsTo,
  newClient,
} from '#test/setup/test-deps.ts';

import { answerOnce } from '#idempotency/exactly-once.ts';
import { passkeySignIns } from '#rate-limits/rate-limits.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const rowOf = async (id: string) => {
  const { rows } = await sql<{ sign_count: string; used_at: Date | null; backed_up: boolean }>`
    select sign_count, used_at, backed_up from passkeys where id = ${id}`.execute(deps.store.relaxed);
  return rows[0];
};
const attempt = async (body: Parameters<typeof signInBy>[1], call = newClient()) =>
  nameOf(await outcomeOf(signInBy(deps, body, call)));

it('opens a session of both steps without an email, and stores the use of the key', async () => {
  const account = await createAccount(deps);
  await sql`update accounts set factor_due = true where id = ${account.id}`.execute(deps.store.durable);
  const passkey = await givePasskey(deps, account.id, { signCount: 3 });
  const call = newClient();
  const { basic } = await signInBy(
    deps,
    await passkeyBody(deps, passkey, { signCount: 4, flags: 1 | 4 | 8 | 16 }),
    call,
  );
  expect(basic.auth_strategy).toBe('password');
  expect(await mailsTo(deps, account.email)).toEqual([]);
  expect(await eventsOf(deps, account.id)).toMatchObject([{ kind: 'signedIn', client: call.client }]);
  const { rows } = await sql<{ way: string; due: boolean }>`
    select e.way, a.factor_due as due from events e join accounts a on a.id = e.account_id
    where a.id = ${account.id}`.execute(deps.store.relaxed);
  // It does not say who chose the password (threat A19).
  expect(rows).toEqual([{ way: 'passkey', due: true }]);
  expect(await rowOf(passkey.row)).toEqual({
    sign_count: '4',
    used_at: new Date(deps.clock()),
    backed_up: true,
  });
});

it('makes the device of the risk data known, as the code step does', async () => {
  const account = await createAccount(deps);
  const passkey = await givePasskey(deps, account.id);
  const contextData = { deviceToken: newDeviceToken(deps.keys) };
  await signInBy(deps, { ...(await passkeyBody(deps, passkey)), contextData });
  const { rows } = await sql`select proven from devices where account_id = ${account.id}`.execute(
    deps.store.relaxed,
  );
  expect(rows).toEqual([{ proven: true }]);
});

it.each<[string, Told]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['an unverified user', { flags: 1 }],
  ['a foreign frame', { crossOrigin: true }],
  ['a bent signature', { bend: (own) => own.subarray(1) }],
  ['a counter that went back', { signCount: 2 }],
])('A16: opens nothing for %s', async (_, told) => {
  const account = await createAccount(deps);
  const passkey = await givePasskey(deps, account.id, { signCount: 3 });
  expect(await attempt(await passkeyBody(deps, passkey, told))).toBe('credentials');
  expect(await eventsOf(deps, account.id)).toEqual([]);
  expect(await rowOf(passkey.row)).toMatchObject({ sign_count: '3', used_at: null });
});

it('A16: the key of one account signs in to no other', async () => {
  const [ada, ben] = [await createAccount(deps), await createAccount(deps)];
  const [adas, bens] = [await givePasskey(deps, ada.id), await givePasskey(deps, ben.id)];
  const body = await passkeyBody(deps, adas);
  const { id } = (await passkeyBody(deps, bens)).credential;
  const asBen = { credential: { ...body.credential, id } };
  expect(await attempt(asBen)).toBe('credentials');
  const handle = bens.userHandle.toString('base64url');
  const response = { ...asBen.credential.response, userHandle: handle };
  expect(await attempt({ credential: { id, response } })).toBe('credentials');
  expect(await attempt({ credential: { ...body.credential, response } })).toBe('credentials');
  expect(await attempt(body)).toBe('answered');
});

it('A16: a challenge is good for five minutes', async () => {
  const passkey = await givePasskey(deps, (await createAccount(deps)).id);
  const body = await passkeyBody(deps, passkey);
  deps.advance(minutes(5));
  expect(await attempt(body)).toBe('credentials');
});

it('A7: of one answer, sent in parallel and again later, one opens a session', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await createAccount(deps);
    const body = await passkeyBody(deps, await givePasskey(deps, id));
    const names = await Promise.all(Array.from({ length: 8 }, () => attempt(body)));
    expect(tally(names)).toEqual({ answered: 1, credentials: 7 });
    deps.advance(minutes(4));
    expect(await attempt(body)).toBe('credentials');
    expect(await eventsOf(deps, id)).toHaveLength(1);
  }
});

it('A7: of two answers with one count, one opens a session', async () => {
  const { id } = await createAccount(deps);
  const passkey = await givePasskey(deps, id, { signCount: 1 });
  const bodies = await Promise.all([2, 2].map((signCount) => passkeyBody(deps, passkey, { signCount })));
  expect(tally(await Promise.all(bodies.map((body) => attempt(body))))).toEqual({
    answered: 1,
    credentials: 1,
  });
  expect(await eventsOf(deps, id)).toHaveLength(1);
});

it.each([
  ['an unknown key', undefined],
  ['the key of a disabled account', { status: 'disabled' }],
  ['the key of an account of Google', { method: 'google' }],
  ['the key of an account of single sign-on', { method: 'saml' }],
] as const)('A4: refuses %s as unknown', async (_, changes) => {
  const account = await createAccount(deps, changes);
  const passkey = await givePasskey(deps, account.id);
  if (changes === undefined)
    await sql`delete from passkeys where account_id = ${account.id}`.execute(deps.store.durable);
  expect(await attempt(await passkeyBody(deps, passkey))).toBe('unknownPasskey');
});

it('A17: opens nothing while a new password has to be chosen', async () => {
  const account = await createAccount(deps);
  const passkey = await givePasskey(deps, account.id);
  await sql`update accounts set password_hash = null where id = ${account.id}`.execute(deps.store.durable);
  expect(await attempt(await passkeyBody(deps, passkey))).toBe('credentials');
  expect(await eventsOf(deps, account.id)).toEqual([]);
});

it('only refused keys count in the rate limit of a client', async () => {
  const call = newClient();
  const passkey = await givePasskey(deps, (await createAccount(deps)).id);
  await fillCounters(deps, passkeySignIns(call.client), 1);
  expect(await attempt(await passkeyBody(deps, passkey), call)).toBe('answered');
  expect(await attempt(await passkeyBody(deps, passkey, { flags: 1 }), call)).toBe('credentials');
  expect(await attempt(await passkeyBody(deps, passkey, { flags: 1 }), call)).toBe('rateLimited');
});

it('a repeat with its Idempotency-Key gets the same session', async () => {
  const { id } = await createAccount(deps);
  const body = await passkeyBody(deps, await givePasskey(deps, id));
  const key = randomUUID();
  const once = () =>
    answerOnce({ name: 'signInWithPasskey', key, body, call: newClient(), deps }, (call) =>
      signInBy(deps, body, call),
    );
  expect((await once()).basic.refresh_token).toBe((await once()).basic.refresh_token);
  expect(await eventsOf(deps, id)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minutes } from '@app/contract/fields/durations.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Call } from '#deps.ts';
import { newDeviceToken } from '#security/tokens/device-token.ts';
import { findLiveChallenge } from '#store/sign-in/challenges.ts';
import { resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { confirmDevice, sendDeviceLink } from '#test/drivers/device-driver.ts';
import { accept, confirm, recover, reset, signUp } from '#test/drivers/link-driver.ts';
import { type Outcome, outcomeOf } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  mailsTo,
  type TestDeps,
  fillCounters,
} from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { wrongPasswordsOnAccount } from '#rate-limits/rate-limits.ts';

let deps: TestDeps;
let kinds: Record<string, string>;
let statements: string[] = [];
beforeAll(async () => {
  deps = await createTestDeps({
    settings: { revealSignInMethod: 'proven' },
    onStatement: (text) => void statements.push(text),
  });
  kinds = await everyKind();
});
afterAll(() => deps.close());

/** One address of every kind, each with its own account. */
const everyKind = async (): Promise<Record<string, string>> => ({
  existing: (await createAccount(deps)).email,
  missing: `missing-${randomUUID()}@northline.test`,
  unconfirmed: (await createAccount(deps, { status: 'unconfirmed' })).email,
  'without second step': (await createAccount(deps, { secondStep: 'off' })).email,
  'Google only': (await createAccount(deps, { method: 'google' })).email,
  'SAML only': (await createAccount(deps, { method: 'saml' })).email,
  disabled: (await createAccount(deps, { status: 'disabled' })).email,
});

/** The part of an outcome that is sent to the client. */
const wire = (outcome: Outcome<unknown>): string =>
  JSON.stringify([
    outcome.answer,
    outcome.refusal?.refusal,
    outcome.refusal?.message,
    outcome.refusal?.details,
  ]);

test('A4: sign-in, its limit, resend and code get the same answers for every kind of account', async () => {
  const calls: Record<string, (email: string, client: string) => Promise<Outcome<unknown>>> = {
    'wrong password': (email, client) => signIn(deps, email, 'wrong', callFrom(client)),
    'at the limit': async (email, client) => {
      for (let n = 0; n < 4; n += 1) await signIn(deps, email, 'wrong', callFrom(client));
      return signIn(deps, email, undefined, callFrom(client));
    },
    'resend too soon': (email, client) => resend(deps, email, callFrom(client)),
    resend: (email, client) => {
      return resend(deps, email, callFrom(client));
    },
    'code of no session': (email, client) => verify(deps, email, '123456', 'x'.repeat(43), callFrom(client)),
  };
  let compared = 0;
  let differences = 0;
  for (const [name, make] of Object.entries(calls)) {
    if (name === 'resend') deps.advance(60_000);
    const outcomes: string[] = [];
    for (const [index, email] of Object.values(kinds).entries())
      outcomes.push(wire(await make(email, `198.51.100.${index}`)));
    compared += outcomes.length;
    differences += outcomes.filter((outcome) => outcome !== outcomes[0]).length;
  }
  expect(differences).toBe(0);
});

test('A4: recovery, links, resets, invitations and signup get the same answers for every kind of account', async () => {
  const token = 'x'.repeat(43);
  const held = (email: string) => ({ email, token });
  const calls: Record<string, (email: string, call: Call) => Promise<Outcome<unknown>>> = {
    recover: (email, call) => recover(deps, email, call),
    'recover at the limit': async (email, call) => {
      for (let n = 0; n < 5; n += 1) await recover(deps, email, call);
      return recover(deps, email, call);
    },
    'check of a link': (email, call) =>
      outcomeOf(flows.checkLink({ kind: 'reset', email, token }, call, deps)),
    reset: (email, call) => reset(deps, held(email), call),
    'reset with a common password': (email, call) => reset(deps, held(email), call, 'Password2026!'),
    'accept an invitation': (email, call) => accept(deps, held(email), call),
    'sign up': (email, call) => signUp(deps, email, call),
    'confirm a signup': (email, call) => confirm(deps, held(email), call),
    'send a device link': (email, call) => sendDeviceLink(deps, email, call),
    'send a device link again': (email, call) => sendDeviceLink(deps, email, call),
    'confirm a device': (email, call) => confirmDevice(deps, held(email), newDeviceToken(deps.keys), call),
    'confirm without a device': (email, call) => confirmDevice(deps, held(email), undefined, call),
  };
  // An account locked by wrong passwords, for every client.
  const all = { ...(await everyKind()), locked: (await createAccount(deps)).email };
  for (let n = 0; n < 50; n += 1) await signIn(deps, all.locked, 'wrong', callFrom(`203.0.113.${n}`));
  let compared = 0;
  let differences = 0;
  for (const [n, [name, make]] of Object.entries(calls).entries()) {
    deps.advance(minutes(30));
    const outcomes: string[] = [];
    for (const [m, email] of Object.values(all).entries())
      outcomes.push(wire(await make(email, callFrom(`10.3.${n}.${m}`))));
    compared += outcomes.length;
    const different = outcomes.filter((outcome) => outcome !== outcomes[0]).length;
    expect(different, name).toBe(0);
    differences += different;
  }
});

test('A4: every kind of account reaches the limit of wrong passwords at the same try, with the same answer', async () => {
  const all = await everyKind();
  const outcomes: Record<string, string[]> = { before: [], at: [], above: [] };
  for (const [m, email] of Object.values(all).entries()) {
    await fillCounters(deps, wrongPasswordsOnAccount(email, 'any').slice(1), 1);
    const call = (n: number) => callFrom(`10.4.${n}.${m}`);
    outcomes['before']?.push(wire(await signIn(deps, email, 'wrong', call(0))));
    outcomes['at']?.push(wire(await signIn(deps, email, 'wrong', call(1))));
    outcomes['above']?.push(wire(await signIn(deps, email, undefined, call(2))));
  }
  const differences = Object.values(outcomes).flatMap((of) => of.filter((one) => one !== of[0])).length;
  expect(differences).toBe(0);
  expect(outcomes['before']?.[0]).toContain('"credentials"');
  for (const name of ['at', 'above']) expect(outcomes[name]?.[0]).toContain('"unknownDevice"');
});

test('the owner of a Google or SSO account gets a mail with the method to use, once an hour', async () => {
  for (const kind of ['Google only', 'SAML only'] as const) {
    const method = kind === 'Google only' ? 'google' : 'saml';
    const told = [{ kind: 'signInMethod', values: { method, name: 'Ada', supportCode: expect.any(String) } }];
    expect(await mailsTo(deps, kinds[kind] ?? '')).toEqual(told);
  }
  deps.advance(3_600_000);
  const google = kinds['Google only'] ?? '';
  for (let n = 0; n < 3; n += 1) await signIn(deps, google, 'wrong', callFrom(`203.0.113.${n}`));
  expect(await mailsTo(deps, google)).toHaveLength(2);
  for (const kind of ['existing', 'unconfirmed', 'disabled', 'missing'])
    expect(await mailsTo(deps, kinds[kind] ?? ''), kind).toEqual([]);
});

/** The slow operations of a call: its statements in order, and the number of compared passwords. */
async function workOf(call: () => Promise<unknown>): Promise<string> {
  statements = [];
  const verify = vi.spyOn(deps.passwords, 'verify');
  await call();
  const compared = verify.mock.calls.length;
  verify.mockRestore();
  return JSON.stringify({ compared, statements });
}

test('A5: a wrong password and a recovery do the same work with and without an account', async () => {
  const all = await everyKind();
  const calls: Record<string, (email: string, client: string) => Promise<unknown>> = {
    'wrong password': (email, client) => signIn(deps, email, 'wrong', callFrom(client)),
    recovery: (email, client) => recover(deps, email, callFrom(client)),
  };
  let compared = 0;
  let differences = 0;
  for (const [n, [name, make]] of Object.entries(calls).entries()) {
    const works: Record<string, string> = {};
    for (const [m, [kind, email]] of Object.entries(all).entries()) {
      // A wrong password for an account with another method also mails its owner.
      if (name === 'wrong password' && kind.endsWith('only')) continue;
      // The first call inserts the counters of the address.
      await make(email, `10.5.${n}.${m}`);
      works[kind] = await workOf(() => make(email, `10.6.${n}.${m}`));
    }
    const alike = Object.groupBy(Object.keys(works), (kind) => works[kind] ?? '');
    expect(Object.values(alike), `${name}: the kinds by the work they cause`).toHaveLength(1);
    compared += Object.keys(works).length;
    differences += Object.keys(alike).length - 1;
  }
});

/** How many rows a call writes, by table. */
async function writtenBy(call: () => Promise<unknown>): Promise<string> {
  const count = async () => {
    const { rows } = await sql<Record<string, string>>`
      select (select count(*) from links) as links, (select count(*) from outbox) as mails,
        (select count(*) from signups) as signups, (select count(*) from challenges) as challenges,
        (select count(*) from throttles) as counters`.execute(deps.store.durable);
    return Object.entries(rows[0] ?? {});
  };
  const before = await count();
  await call();
  const after = await count();
  return after.map(([table, rows], at) => `${table} ${Number(rows) - Number(before[at]?.[1])}`).join(', ');
}

test('A5: a sign-up, a device link, a recovery, a resend and a start of single sign-on do and write as much with and without an account, also above their limits', async () => {
  const all = await everyKind();
  const calls: Record<string, (email: string, call: Call) => Promise<unknown>> = {
    'sign up': (email, call) => signUp(deps, email, call),
    'device link': (email, call) => sendDeviceLink(deps, email, call),
    recovery: (email, call) => recover(deps, email, call),
    resend: (email, call) => resend(deps, email, call),
    'start of single sign-on': (email, call) => outcomeOf(flows.startSso({ email }, call, deps)),
  };
  let compared = 0;
  for (const [n, [name, make]] of Object.entries(calls).entries()) {
    deps.advance(minutes(60));
    for (const time of [0, 1, 2, 3, 4, 5, 6]) {
      const works: Record<string, string> = {};
      for (const [m, [kind, email]] of Object.entries(all).entries()) {
        const call = callFrom(`10.${20 + n}.${time}.${m}`);
        let work = '';
        const written = await writtenBy(async () => (work = await workOf(() => make(email, call))));
        works[kind] = `${written}; ${work}`;
      }
      const alike = Object.groupBy(Object.keys(works), (kind) => works[kind] ?? '');
      expect(Object.values(alike), `${name}, time ${time}: the kinds by the work they cause`).toHaveLength(1);
      compared += Object.keys(works).length;
    }
  }
});

test('a resend is answered without an account, and finds no challenge of an account that cannot sign in', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email, callFrom('203.0.113.99'));
  expect(await findLiveChallenge(deps.store.relaxed, email, deps.clock())).toBeDefined();
  await deps.store.durable
    .updateTable('accounts')
    .set({ status: 'disabled' })
    .where('email', '=', email)
    .execute();
  expect(await findLiveChallenge(deps.store.relaxed, email, deps.clock())).toBeUndefined();
});

import { randomUUID } from 'node:crypto';
import { minutes } from '@app/contract/durations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Call } from '#deps.ts';
import { passwordCost } from '#security/password-phc.ts';
import { findLiveChallenge } from '#store/challenges.ts';
import { resend, signIn, signInToCode, verify } from '#test/flow-driver.ts';
import { accept, confirm, recover, reset, signUp } from '#test/link-driver.ts';
import { type Outcome, outcomeOf } from '#test/outcome.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, type TestDeps } from '#test/test-deps.ts';

import { flows } from './flows.ts';

let deps: TestDeps;
let kinds: Record<string, string>;
beforeAll(async () => {
  deps = await createTestDeps({ settings: { revealSignInMethod: 'proven' }, passwordCost });
  kinds = await everyKind();
});
afterAll(() => deps.close());

/** An address of every kind, each with an account of its own. */
const everyKind = async (): Promise<Record<string, string>> => ({
  existing: (await createAccount(deps)).email,
  missing: `missing-${randomUUID()}@northline.test`,
  unconfirmed: (await createAccount(deps, { status: 'unconfirmed' })).email,
  'without second step': (await createAccount(deps, { secondStep: 'off' })).email,
  'Google only': (await createAccount(deps, { method: 'google' })).email,
  'SAML only': (await createAccount(deps, { method: 'saml' })).email,
  disabled: (await createAccount(deps, { status: 'disabled' })).email,
});

/** All of an outcome that reaches the wire from a flow. */
const wire = (outcome: Outcome<unknown>): string =>
  JSON.stringify([
    outcome.answer,
    outcome.refusal?.refusal,
    outcome.refusal?.message,
    outcome.refusal?.details,
  ]);

test('A4: sign-in, its limit, resend and code answer alike for every kind of account', async () => {
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
  console.log(
    `A4: ${compared} comparisons (${Object.keys(kinds).length} kinds x ${Object.keys(calls).length} calls), ${differences} differences`,
  );
  expect(differences).toBe(0);
});

test('A4: recovery, links, resets, invitations and signup answer alike for every kind of account', async () => {
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
  };
  // One whose wrong passwords have locked it, for this client and every other.
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
  console.log(
    `A4: ${compared} comparisons (${Object.keys(all).length} kinds x ${Object.keys(calls).length} calls), ${differences} differences`,
  );
});

test('the owner of a Google or SSO account is told by mail which method to use, once an hour', async () => {
  for (const kind of ['Google only', 'SAML only'] as const) {
    const method = kind === 'Google only' ? 'google' : 'saml';
    const told = [{ kind: 'signInMethod', values: { method, name: 'Ada' } }];
    expect(await mailsTo(deps, kinds[kind] ?? '')).toEqual(told);
  }
  deps.advance(3_600_000);
  const google = kinds['Google only'] ?? '';
  for (let n = 0; n < 3; n += 1) await signIn(deps, google, 'wrong', callFrom(`203.0.113.${n}`));
  expect(await mailsTo(deps, google)).toHaveLength(2);
  for (const kind of ['existing', 'unconfirmed', 'disabled', 'missing'])
    expect(await mailsTo(deps, kinds[kind] ?? ''), kind).toEqual([]);
});

/** How well a threshold on the time tells two classes apart: 0.5 is not at all (area under the ROC curve). */
function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The addresses of 320 accounts: 300 to measure, and 20 to warm up. */
async function crowd(changes: Parameters<typeof createAccount>[1] = {}): Promise<string[]> {
  const emails: string[] = [];
  for (let n = 0; n < 320; n += 1) emails.push((await createAccount(deps, changes)).email);
  return emails;
}

/** Samples of both kinds, taken in turn, in changing order. */
async function sample(
  count: number,
  one: (n: number) => Promise<unknown>,
  other: (n: number) => Promise<unknown>,
) {
  const [a, b]: [number[], number[]] = [[], []];
  for (let n = -20; n < count; n += 1) {
    const order = n % 2 === 0 ? ([one, other] as const) : ([other, one] as const);
    const times = [await timed(() => order[0](n)), await timed(() => order[1](n))] as const;
    if (n < 0) continue;
    a.push(n % 2 === 0 ? times[0] : times[1]);
    b.push(n % 2 === 0 ? times[1] : times[0]);
  }
  return { auc: areaUnderCurve(a, b), difference: median(a) - median(b) };
}

test(
  'A5: the time of a wrong password does not tell whether there is an account',
  { timeout: 240_000 },
  async () => {
    const people = await crowd();
    const client = (n: number) => callFrom(`10.0.${(n + 20) >> 5}.${n & 31}`);
    const { auc, difference } = await sample(
      300,
      (n) => signIn(deps, people[n + 20] ?? '', 'wrong', client(n)),
      (n) => signIn(deps, `nobody-${n + 20}@northline.test`, 'wrong', client(n)),
    );
    console.log(
      `A5: 300 samples a class: AUC ${auc.toFixed(3)}, median difference ${difference.toFixed(2)} ms`,
    );
    expect(auc).toBeGreaterThan(0.42);
    expect(auc).toBeLessThan(0.58);
    expect(Math.abs(difference)).toBeLessThan(3);
  },
);

/** Two kinds of address in turn, each once and from a client of its own. */
async function recoveries(people: readonly string[], others: readonly string[]) {
  const call = (n: number, half: number) => callFrom(`10.${half}.${(n + 20) >> 8}.${(n + 20) & 255}`);
  return sample(
    300,
    (n) => recover(deps, people[n + 20] ?? '', call(n, 20)),
    (n) => recover(deps, others[n + 20] ?? '', call(n, 21)),
  );
}

test(
  'A5: the time of a recovery does not tell whether there is an account, nor of which method',
  { timeout: 240_000 },
  async () => {
    const missing = (run: string) =>
      Array.from({ length: 320 }, (_, n) => `nobody-${run}-${n}@northline.test`);
    for (const method of ['password', 'google'] as const) {
      const { auc, difference } = await recoveries(await crowd({ method }), missing(method));
      console.log(
        `A5: recovery (${method}), 300 samples a class: AUC ${auc.toFixed(3)}, median difference ${difference.toFixed(2)} ms`,
      );
      expect(auc).toBeGreaterThan(0.42);
      expect(auc).toBeLessThan(0.58);
      expect(Math.abs(difference)).toBeLessThan(3);
    }
  },
);

test('a resend needs no account to be answered, and no challenge is found for one that cannot sign in', async () => {
  const { email } = await createAccount(deps);
  await signInToCode(deps, email, callFrom('203.0.113.99'));
  expect(await findLiveChallenge(deps.store.quick, email, deps.clock())).toBeDefined();
  await deps.store.db
    .updateTable('accounts')
    .set({ status: 'disabled' })
    .where('email', '=', email)
    .execute();
  expect(await findLiveChallenge(deps.store.quick, email, deps.clock())).toBeUndefined();
});

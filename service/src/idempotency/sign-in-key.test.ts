/** A password sign-in under one Idempotency-Key: exactly once, over processes, and no way to guess around the limits. */
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { afterAll, expect, test } from 'vitest';

import type { Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { Refusal } from '#refusal.ts';
import { nameOf, outcomeOf, refreshTokenOf, tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, rightPassword } from '#test/setup/test-deps.ts';

import { answerOnce } from './exactly-once.ts';

/** Another process on the same database, with the same keys. */
const deps = await createTestDeps();
const other = { ...(await createTestDeps({ url: deps.url })), keys: deps.keys, passwords: deps.passwords };
afterAll(() => Promise.all([deps.close(), other.close()]));

/** A sign-in with a key, as the routes make it. */
const signIn = (key: string, body: { email: string; password: string }, on: Deps = deps, client = 1) =>
  outcomeOf<WireAnswer<'signInWithPassword'>>(
    answerOnce({ name: 'signInWithPassword', key, body, call: callFrom(client), deps: on }, (known) =>
      flows.signInWithPassword(body, known, on),
    ),
  );

/** The tries that the limit of this account and client counts. */
const tries = (email: string) =>
  deps.store.relaxed
    .selectFrom('throttles')
    .select('wrong')
    .where('key', '=', `login:account-client:${email}:${callFrom(1).client}`)
    .executeTakeFirst();

test('20 calls with one key on two processes: a wrong password is one try, a right one sends one mail', async () => {
  const { email } = await createAccount(deps);
  const twenty = (key: string, password: string) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => signIn(key, { email, password }, n % 2 ? deps : other)));
  expect(tally((await twenty('wrong', 'wrong')).map(nameOf))).toEqual({ credentials: 20 });
  expect(await tries(email)).toEqual({ wrong: 1 });
  const right = await twenty('right', rightPassword);
  const mails = (await mailsTo(deps, email)).length;
  const answers = new Set(right.map((outcome) => JSON.stringify(outcome))).size;
  expect(tally(right.map(nameOf))).toEqual({ answered: 20 });
  expect(answers).toBe(1);
  expect(mails).toBe(1);
  expect(await tries(email)).toEqual({ wrong: 1 });
});

test('another body under the key of a sign-in that runs or has run is refused, and counts nothing', async () => {
  const { email } = await createAccount(deps);
  const outcomes = await Promise.all([
    signIn('one key', { email, password: 'wrong' }),
    signIn('one key', { email, password: 'another' }, other),
  ]);
  expect(tally(outcomes.map(nameOf))).toEqual({ credentials: 1, keyReused: 1 });
  expect(nameOf(await signIn('one key', { email, password: 'third' }))).toBe('keyReused');
  expect(await tries(email)).toEqual({ wrong: 1 });
});

test('a repeat at another process waits for the first call and gets its answer', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const body = { email, password: rightPassword };
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const holding: Deps = {
    ...other,
    passwords: {
      ...other.passwords,
      async verify(...given) {
        begin();
        await held;
        return other.passwords.verify(...given);
      },
    },
  };
  const first = signIn('held', body, holding);
  await begun;
  let isAnswered = false;
  const repeat = signIn('held', body).finally(() => (isAnswered = true));
  // Another call, which looks at the database later than the repeat, is answered before it.
  expect(nameOf(await signIn('not held', { ...body, password: 'wrong' }))).toBe('credentials');
  expect(isAnswered).toBe(false);
  end();
  expect(nameOf(await first)).toBe('answered');
  expect(refreshTokenOf(await repeat)).toBe(refreshTokenOf(await first));
  expect(await tries(email)).toEqual({ wrong: 1 });
});

test('the repeat of a sign-in whose process died takes its place when the claim has run out', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const body = { email, password: rightPassword };
  let compare = () => {};
  const compared = new Promise<void>((resolve) => (compare = resolve));
  const dying: Deps = {
    ...other,
    passwords: {
      ...other.passwords,
      verify() {
        compare();
        return new Promise<never>(() => {});
      },
    },
  };
  void signIn('died', body, dying);
  await compared;
  const repeat = signIn('died', body);
  deps.advance(8_000);
  const outcome = await repeat;
  expect(nameOf(outcome)).toBe('answered');
  expect(refreshTokenOf(await signIn('died', body, other))).toBe(refreshTokenOf(outcome));
});

test('parallel sign-ins of one account claim their keys, and a refused one releases its key', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, n) => signIn(`slot ${n}`, { email, password: rightPassword })),
  );
  const repeats = await Promise.all(
    outcomes.map((_, n) => signIn(`slot ${n}`, { email, password: rightPassword }, other)),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 5 });
  expect(repeats.map(refreshTokenOf)).toEqual(outcomes.map(refreshTokenOf));
  expect(new Set(outcomes.map(refreshTokenOf)).size).toBe(5);

  const refused: Deps = {
    ...deps,
    passwords: { ...deps.passwords, verify: () => Promise.reject(new Refusal('overloaded', {})) },
  };
  expect(nameOf(await signIn('refused', { email, password: rightPassword }, refused))).toBe('overloaded');
  expect(nameOf(await signIn('refused', { email, password: rightPassword }))).toBe('answered');
});

test('A1: 80 wrong passwords under the key of a sign-in end the key: the right one is refused under it, too', async () => {
  for (const inParallel of [false, true]) {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    const key = `guessed ${inParallel}`;
    expect(nameOf(await signIn(key, { email, password: rightPassword }))).toBe('answered');
    const guess = (n: number) => signIn(key, { email, password: `guess ${n}` }, n % 2 ? deps : other);
    const guesses = Array.from({ length: 80 }, (_, n) => n);
    const names: string[] = [];
    if (inParallel) names.push(...(await Promise.all(guesses.map(guess))).map(nameOf));
    else for (const n of guesses) names.push(nameOf(await guess(n)));
    expect(tally(names)).toEqual({ keyReused: 80 });
    const right = nameOf(await signIn(key, { email, password: rightPassword }));
    expect(right).toBe('keyReused');
  }
});

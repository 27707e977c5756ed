import { hours, minutes } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import {
  openTestChallenge,
  otherCode,
  resend,
  signIn,
  signInToCode,
  verify,
} from '#test/drivers/flow-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { proof, rounds } from '#test/setup/proof.ts';
import { createAccount, createTestDeps, newestCode, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

/** A new client for each use, so that the limit of wrong codes per client is not reached. */

const sessionsOf = async (accountId: string): Promise<number> =>
  (await deps.store.durable.selectFrom('families').select('id').where('account_id', '=', accountId).execute())
    .length;

test('a wrong code is answered with the remaining tries; after the fifth the right code is refused, too', async () => {
  const { email } = await createAccount(deps);
  const { session, codeExpiresAt, resendAt } = await signInToCode(deps, email);
  const code = await newestCode(deps, email);
  for (const triesLeft of [4, 3, 2, 1]) {
    const { refusal } = await verify(deps, email, otherCode(code, triesLeft), session);
    expect(refusal?.refusal).toBe('invalidCode');
    expect(refusal?.details.challenge).toEqual({
      serverNow: deps.clock(),
      codeExpiresAt,
      resendAt,
      triesLeft,
    });
  }
  const fifth = await verify(deps, email, otherCode(code, 9), session);
  expect(nameOf(fifth)).toBe('challengeDead');
  expect(fifth.refusal?.details.retryAfter).toBe(1800);
  expect(nameOf(await verify(deps, email, code, session))).toBe('challengeDead');
  // This does not lock the password step (threat A2).
  expect(nameOf(await signIn(deps, email))).toBe('answered');
});

test('a code is valid for ten minutes and its challenge for thirty', async () => {
  const { email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  const code = await newestCode(deps, email);
  deps.advance(minutes(10) - 1);
  expect(nameOf(await verify(deps, email, otherCode(code), session))).toBe('invalidCode');
  deps.advance(1);
  expect(nameOf(await verify(deps, email, code, session))).toBe('codeExpired');
  deps.advance(minutes(20));
  expect(nameOf(await verify(deps, email, code, session))).toBe('sessionExpired');
});

test('an unknown challenge handle, and a known one with another address, are answered as expired', async () => {
  const { email } = await createAccount(deps);
  const other = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  const code = await newestCode(deps, email);
  expect(nameOf(await verify(deps, other.email, code, session))).toBe('sessionExpired');
  expect(nameOf(await verify(deps, email, code, 'unknown'))).toBe('sessionExpired');
  expect(nameOf(await verify(deps, email, code, session))).toBe('answered');
  expect(nameOf(await verify(deps, email, code, session))).toBe('sessionExpired');
});

test('an account that was disabled after the password step gets no session', async () => {
  const { id, email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  await deps.store.durable.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', id).execute();
  expect(nameOf(await verify(deps, email, await newestCode(deps, email), session))).toBe('sessionExpired');
});

test('A6: of 50 parallel wrong codes five are compared', async () => {
  const seen: Record<string, number> = {};
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    // One account each: lockout-codes.test.ts tests the limits of one account.
    const account = await createAccount(deps);
    const session = await openTestChallenge(deps, account, '123456');
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        verify(deps, account.email, otherCode('123456', n + 1), session, newClient()),
      ),
    );
    // Four are answered with a wrong code, the fifth with a dead challenge.
    const { tries } = await deps.store.durable
      .selectFrom('challenges')
      .select('tries')
      .$castTo<{ tries: number }>()
      .orderBy('created_at', 'desc')
      .orderBy('tries', 'desc')
      .executeTakeFirstOrThrow();
    most = Math.max(most, tries);
    const counts = tally(outcomes.map(nameOf));
    expect(counts).toEqual({ invalidCode: 4, challengeDead: 46 });
    for (const [name, count] of Object.entries(counts)) seen[name] = (seen[name] ?? 0) + count;
    expect(nameOf(await verify(deps, account.email, '123456', session, newClient()))).toBe('challengeDead');
  }
  expect(most).toBe(5);
});

test('A7: the right code 20 times in parallel opens one session', async () => {
  const account = await createAccount(deps);
  const call = newClient();
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const session = await openTestChallenge(deps, account, '123456');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => verify(deps, account.email, '123456', session, call)),
    );
    const successes = outcomes.filter(({ answer }) => answer !== undefined).length;
    expect(successes).toBe(1);
    answered += successes;
  }
  const sessions = await sessionsOf(account.id);
  expect(answered).toBe(rounds);
  expect(sessions).toBe(rounds);
});

test('A9: a code is valid only in its own challenge', async () => {
  const people = await Promise.all(Array.from({ length: proof ? 20 : 5 }, () => createAccount(deps)));
  const codes = people.map((_, n) => String(100_000 + n * 7919));
  const accepted: string[] = [];
  let tried = 0;
  for (const [row, account] of people.entries()) {
    for (const [column, code] of codes.entries()) {
      // An account may enter ten wrong codes an hour.
      if (column % 10 === 0) deps.advance(hours(1));
      const session = await openTestChallenge(deps, account, codes[row] ?? '');
      tried += 1;
      const outcome = await verify(deps, account.email, code, session, newClient());
      if (outcome.answer !== undefined) accepted.push(`${row}:${column}`);
    }
  }
  expect(accepted).toEqual(people.map((_, n) => `${n}:${n}`));
});

test('A9: after a resend both codes are valid for their own ten minutes, and they share the tries', async () => {
  const { email } = await createAccount(deps);
  const { session } = await signInToCode(deps, email);
  const first = await newestCode(deps, email);
  deps.advance(minutes(5));
  expect(nameOf(await resend(deps, email))).toBe('answered');
  const second = await newestCode(deps, email);
  deps.advance(minutes(5));
  expect(nameOf(await verify(deps, email, first, session))).toBe(
    first === second ? 'answered' : 'codeExpired',
  );
  const { refusal } = await verify(deps, email, otherCode(second, 2), session);
  expect(refusal?.details.challenge?.triesLeft).toBe(3);
  expect(nameOf(await verify(deps, email, second, session))).toBe('answered');
});

import { minutes } from '@app/contract/fields/durations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { signIn } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  rightPassword,
  type TestDeps,
} from '#test/setup/test-deps.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';

let deps: TestDeps;
/** Counts statements that look up an address and reserve its slot. */
let lookUps = 0;
/** Counts statements that claim an Idempotency-Key. */
let claims = 0;
beforeAll(async () => {
  deps = await createTestDeps({
    onStatement(text) {
      lookUps += Number(text.includes('throttle_take') && text.includes('found'));
      claims += Number(text.includes('insert into idempotency') || text.includes('insert into "idempotency'));
    },
  });
});
beforeEach(() => {
  lookUps = 0;
  claims = 0;
});
afterAll(() => deps.close());

/** Deps in which only other calls wake a waiting call: how often it polls depends on the machine. */
function withoutLookingAgain(): TestDeps {
  const { notifier } = deps.store;
  const patient = { ...notifier, wait: (keys: readonly string[]) => notifier.wait(keys, minutes(5)) };
  return { ...deps, store: { ...deps.store, notifier: patient } };
}

test('30 parallel right tries for 5 slots: each waits for another one and does not poll the database', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const woken = withoutLookingAgain();
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, () => signIn(woken, email, undefined, callFrom(1))),
  );
  console.log(`E5: 30 parallel right tries for 5 slots: 30 answered by ${lookUps} look-ups`);
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 30 });
  // One for each, and one for each that was woken.
  expect(lookUps).toBeLessThanOrEqual(30 * 3);
});

test('85 parallel wrong tries for 5 slots: five are compared, and each other needs one statement', async () => {
  const { email } = await createAccount(deps);
  const woken = withoutLookingAgain();
  const outcomes = await Promise.all(
    Array.from({ length: 85 }, () => signIn(woken, email, 'wrong', callFrom(2))),
  );
  console.log(`E5: 85 parallel wrong tries for 5 slots: 5 compared, ${lookUps} look-ups`);
  expect(tally(outcomes.map(nameOf))).toEqual({ credentials: 5, unknownDevice: 80 });
  expect(lookUps).toBeLessThanOrEqual(85 * 3);
});

test('a slot that another process releases is found by polling', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const others = {
    ...deps,
    store: { ...deps.store, notifier: { ...deps.store.notifier, notify() {} } },
  };
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => signIn(others, email, 'wrong', callFrom(3))),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ credentials: 5, unknownDevice: 3 });
});

test('80 repeats of a sign-in with one Idempotency-Key wait for the first one and do not poll the database', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const body = { email, password: rightPassword };
  const woken = withoutLookingAgain();
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, () =>
      outcomeOf(
        answerOnce(
          { name: 'signInWithPassword', key: 'one-key', body, call: callFrom(4), deps: woken },
          (call) => flows.signInWithPassword(body, call, woken),
        ),
      ),
    ),
  );
  console.log(`E5: 80 repeats at once of one call: one look-up, ${claims} claims`);
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 80 });
  expect(new Set(outcomes.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(lookUps).toBe(1);
  // One for each, and one for each that was woken.
  expect(claims).toBeLessThanOrEqual(80 * 2);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { signIn } from '#test/flow-driver.ts';
import { nameOf, tally } from '#test/outcome.ts';
import { callFrom, createAccount, createTestDeps, type TestDeps } from '#test/test-deps.ts';

let deps: TestDeps;
/** Statements that look an address up and take its place. */
let lookUps = 0;
beforeAll(async () => {
  deps = await createTestDeps({
    onStatement: (text) => void (lookUps += Number(text.includes('throttle_take') && text.includes('found'))),
  });
});
beforeEach(() => void (lookUps = 0));
afterAll(() => deps.close());

test('85 right tries at once for 5 places: each waits for another one and does not poll the database', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const outcomes = await Promise.all(
    Array.from({ length: 85 }, () => signIn(deps, email, undefined, callFrom(1))),
  );
  console.log(`E5: 85 right tries at once for 5 places: 85 answered by ${lookUps} look-ups`);
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 85 });
  // One for each, and one for each that was woken.
  expect(lookUps).toBeLessThanOrEqual(85 * 3);
});

test('85 wrong tries at once for 5 places: five are compared, and the others learn it by one statement each', async () => {
  const { email } = await createAccount(deps);
  const outcomes = await Promise.all(
    Array.from({ length: 85 }, () => signIn(deps, email, 'wrong', callFrom(2))),
  );
  console.log(`E5: 85 wrong tries at once for 5 places: 5 compared, ${lookUps} look-ups`);
  expect(tally(outcomes.map(nameOf))).toEqual({ credentials: 5, rateLimited: 80 });
  expect(lookUps).toBeLessThanOrEqual(85 * 3);
});

test('a place that another process gives back is found without being woken', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const others = {
    ...deps,
    store: { ...deps.store, settlements: { ...deps.store.settlements, announce() {} } },
  };
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => signIn(others, email, 'wrong', callFrom(3))),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ credentials: 5, rateLimited: 3 });
});

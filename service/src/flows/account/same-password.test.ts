/** The present password is refused as the new one, and cannot be found by trying (threats A1, A10). */
import { afterAll, expect, test } from 'vitest';

import type { Passwords } from '#security/passwords/passwords.ts';
import { askForNewPassword } from '#test/drivers/admin-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { chosenPassword, newestLink, recoverToLink, reset, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps, rightPassword } from '#test/setup/test-deps.ts';

/** The passwords that were compared with a stored one. */
let compared: string[] = [];
// No statement fails here: a transaction that was rolled back frees the link, and another guess may come before its repeat.
const made = await createTestDeps({ onStatement: () => {} });
const passwords: Passwords = {
  ...made.passwords,
  verify(password, stored) {
    compared.push(password);
    return made.passwords.verify(password, stored);
  },
};
const deps = { ...made, passwords };
afterAll(() => deps.close());

const same = { fields: { password: ['is_same'] } };
/** Passwords that the rules allow and no account has. */
const guesses = (count: number) => Array.from({ length: count }, (_, n) => `Quay-Lantern-${n}-Harbour`);

test('the present password is refused with words of its own, and the link still sets another one', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const link = await recoverToLink(deps, email);
  for (let time = 0; time < 2; time += 1)
    expect((await reset(deps, link, callFrom(), rightPassword)).refusal?.details).toMatchObject(same);
  expect(await stateOf(deps, 'reset', link)).toBe('valid');
  expect((await signIn(deps, email)).answer).toHaveProperty('basic');
  expect(nameOf(await reset(deps, link))).toBe('answered');
  expect((await signIn(deps, email, chosenPassword)).answer).toHaveProperty('basic');
});

test('A1: whoever holds a link compares nothing before a password that would be taken, and one guess consumes the link', async () => {
  const { email } = await createAccount(deps);
  const link = await recoverToLink(deps, email);
  compared = [];
  await reset(deps, { ...link, token: `${link.token}x` }, callFrom(), rightPassword);
  await reset(deps, { ...link, email: 'other@northline.test' }, callFrom(), rightPassword);
  await reset(deps, link, callFrom(), 'Password2026!');
  expect(compared).toEqual([]);
  const told = [];
  for (const guess of [...guesses(20), rightPassword])
    told.push(nameOf(await reset(deps, link, callFrom(), guess)));
  expect(tally(told)).toEqual({ answered: 1, invalidLink: 20 });
  expect([...new Set(compared)]).toEqual(guesses(1));
});

test('A1: 40 guesses at the same moment by two links of one account compare one', async () => {
  const { email } = await createAccount(deps);
  const links = [await recoverToLink(deps, email), await recoverToLink(deps, email)];
  compared = [];
  const outcomes = await Promise.all(
    links.flatMap((link) => guesses(20).map((guess) => reset(deps, link, callFrom(), guess))),
  );
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, invalidLink: 39 });
  expect(compared).toHaveLength(1);
});

test('an account whose admin asked for a new password has none to compare with', async () => {
  const { id, email } = await createAccount(deps);
  await askForNewPassword(id, callFrom(), deps);
  const link = await newestLink(deps, email, 'newPassword');
  compared = [];
  expect(nameOf(await reset(deps, link))).toBe('answered');
  expect(compared).toEqual([]);
});

/** Limits of wrong codes per account over all its challenges, and how the owner signs in again (threat A6). */
import { afterAll, expect, test } from 'vitest';
import { hours, minutes } from '@app/contract/fields/durations.ts';

import { openTestChallenge, otherCode, signIn, verify } from '#test/drivers/flow-driver.ts';
import { chosenPassword, newestLink, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { createAccount, createTestDeps, mailsTo, newClient } from '#test/setup/test-deps.ts';

import { codeCeilings } from '#rate-limits/rate-limits.ts';

const deps = await createTestDeps();
const second = await createTestDeps({ url: deps.url, keys: deps.keys });
afterAll(() => Promise.all([deps.close(), second.close()]));

/** Enters wrong codes in parallel on two instances, in challenges of five tries; returns how many were compared. */
async function wrongCodes(account: Parameters<typeof openTestChallenge>[1], count: number) {
  const sessions: string[] = [];
  for (let n = 0; n < count / 5; n += 1) sessions.push(await openTestChallenge(deps, account, '123456'));
  const before = await triesOf(account.id);
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      verify(
        n % 2 === 0 ? deps : second,
        account.email,
        otherCode('123456', n + 1),
        sessions[n % sessions.length] ?? '',
        newClient(),
      ),
    ),
  );
  return { compared: (await triesOf(account.id)) - before, names: outcomes.map(nameOf) };
}

const triesOf = async (accountId: string): Promise<number> =>
  (
    await deps.store.durable
      .selectFrom('code_tries')
      .select('in_a_row')
      .$castTo<{ in_a_row: number }>()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.in_a_row ?? 0;

const move = (by: number): void => {
  deps.advance(by);
  second.advance(by);
};

test('A6: of 150 wrong codes in three hours, fifty at once on two instances, ten an hour are compared', async () => {
  const account = await createAccount(deps);
  const compared: number[] = [];
  const names: string[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    const round = await wrongCodes(account, 50);
    compared.push(round.compared);
    names.push(...round.names);
    // A millisecond before the hour ends no try is free: the window slides.
    move(hours(1) - 1);
    expect((await wrongCodes(account, 5)).compared).toBe(0);
    move(1);
  }
  expect(compared).toEqual([10, 10, 10]);
  expect(tally(names)['invalidCode']).toBeLessThanOrEqual(30);

  const session = await openTestChallenge(deps, account, '123456');
  expect(nameOf(await verify(deps, account.email, '123456', session, newClient()))).toBe('answered');
  expect(await triesOf(account.id)).toBe(0);
});

test('A6: at the hourly limit the right code is not compared either, and the owner gets one mail a day', async () => {
  const account = await createAccount(deps);
  await wrongCodes(account, 20);
  const session = await openTestChallenge(deps, account, '123456');
  const { refusal } = await verify(deps, account.email, '123456', session, newClient());
  expect([refusal?.refusal, refusal?.details.retryAfter]).toEqual(['challengeDead', 3600]);
  move(hours(1));
  await wrongCodes(account, 20);
  const told = (await mailsTo(deps, account.email)).filter(({ kind }) => kind === 'wrongCodes');
  expect(told).toEqual([
    {
      kind: 'wrongCodes',
      values: {
        name: 'Ada',
        supportCode: expect.stringMatching(/^[\dA-Z]{4}-[\dA-Z]{4}$/),
        url: expect.stringContaining('/password/reset?email='),
      },
    },
  ]);
});

test('right codes are not counted: twenty sign-ins in a row with some wrong codes', async () => {
  const account = await createAccount(deps);
  for (let n = 0; n < 20; n += 1) {
    const session = await openTestChallenge(deps, account, '123456');
    if (n % 5 === 4)
      expect(nameOf(await verify(deps, account.email, '000000', session, newClient()))).toBe('invalidCode');
    expect(nameOf(await verify(deps, account.email, '123456', session, newClient()))).toBe('answered');
    move(minutes(1));
  }
  expect(await triesOf(account.id)).toBe(0);
});

test('A6: after a hundred compared wrong codes in a row no code is compared, and the password must be renewed by mail', async () => {
  const account = await createAccount(deps);
  let compared = 0;
  for (let hour = 0; hour < 12; hour += 1) {
    compared += (await wrongCodes(account, 20)).compared;
    move(hours(1));
  }
  const told = (await mailsTo(deps, account.email)).filter(({ kind }) => kind === 'wrongCodes');
  expect(compared).toBe(codeCeilings.inARow);
  expect(told).toHaveLength(2);
  const session = await openTestChallenge(deps, account, '123456');
  expect(nameOf(await verify(deps, account.email, '123456', session, newClient()))).toBe('challengeDead');

  // The right password gets this refusal, a wrong one the usual refusal.
  expect(nameOf(await signIn(deps, account.email, undefined, newClient()))).toBe('renewalRequired');
  expect(nameOf(await signIn(deps, account.email, 'wrong', newClient()))).toBe('credentials');
  await reset(deps, await recoverToLink(deps, account.email, newClient()), newClient());
  expect((await signIn(deps, account.email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
  expect(await triesOf(account.id)).toBe(0);
});

test("A6: the link in the owner's mail sets the new password", async () => {
  const account = await createAccount(deps);
  await wrongCodes(account, 10);
  const link = await newestLink(deps, account.email, 'wrongCodes');
  // A code would be useless until the hour is over, so none is mailed.
  const { refusal } = await signIn(deps, account.email, undefined, newClient());
  expect([refusal?.refusal, refusal?.details.retryAfter]).toEqual(['rateLimited', 3600]);
  expect(nameOf(await reset(deps, link, newClient()))).toBe('answered');
  expect((await signIn(deps, account.email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
});

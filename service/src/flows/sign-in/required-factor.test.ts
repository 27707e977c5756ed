/** A company that requires a factor, and temporary passes (requirements §4 "Factors"; threats A19, A20, A22). */
import type { SetUp } from '@app/contract/calls/code-endpoints.ts';
import { days, minutes, seconds } from '@app/contract/fields/durations.ts';
import { afterAll, expect, test } from 'vitest';

import type { Account } from '#store/accounts/accounts.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { otherCode, resend, signIn, signInToCode, verify } from '#test/drivers/flow-driver.ts';
import { chosenPassword, recoverToLink, reset } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import {
  appCode,
  type Begun,
  companyWith,
  finishSetUp,
  givePass,
  setUpIn,
  toSetUp,
  toSetUpByPass,
} from '#test/drivers/set-up-driver.ts';
import { createAccount, createTestDeps, mailsTo, newestCode, newClient } from '#test/setup/test-deps.ts';

const deps = await createTestDeps();
afterAll(() => deps.close());

const personOf = async (companyId: string, changes: Parameters<typeof createAccount>[1] = {}) =>
  createAccount(deps, { companyId, ...changes });
const finish = (who: Account, begun: Begun, by?: { code: string }) => finishSetUp(deps, who, begun, by);
const codeOf = (setUp: SetUp, at?: number) => ({ code: appCode(deps, setUp, at) });

test('from the day on, the set-up of an app is a step of the sign-in, and the mailed code is none any more', async () => {
  const person = await personOf(await companyWith(deps, 'always', 0));
  const { email } = person;
  const { session, setUp } = await toSetUp(deps, person);
  // The code can be typed again, after a reload too.
  const retyped = setUpIn(await verify(deps, email, await newestCode(deps, email), session, newClient()));
  expect(retyped?.secret).not.toBe(setUp.secret);

  const wrong = await finish(person, { session, setUp }, { code: otherCode(codeOf(setUp).code, 500_000) });
  expect([wrong.refusal?.refusal, wrong.refusal?.details.challenge?.triesLeft]).toEqual(['invalidCode', 4]);
  expect((await finish(person, { session, setUp }, codeOf(setUp))).answer).toHaveProperty('refresh_token');
  expect((await mailsTo(deps, email)).map(({ kind }) => kind)).toContain('factorChanged');
  const next = codeOf(setUp, deps.clock() + seconds(30));
  expect(nameOf(await finish(person, { session, setUp }, next))).toBe('sessionExpired');

  const again = await signInToCode(deps, email, newClient());
  expect(again.ways).toEqual(['authenticator']);
  expect(nameOf(await resend(deps, email))).toBe('answered');
  expect((await mailsTo(deps, email)).filter(({ kind }) => kind === 'loginCode')).toHaveLength(1);
  expect(nameOf(await verify(deps, email, next.code, again.session, newClient()))).toBe('answered');
});

test('until the day the set-up can be skipped, by the mailed code that led to it', async () => {
  const person = await personOf(await companyWith(deps, 'always', days(1)));
  const begun = await toSetUp(deps, person);
  expect(begun.setUp.skipUntil).toBe(deps.clock() + days(1));
  const late = await toSetUp(deps, person);
  expect((await finish(person, begun)).answer).toHaveProperty('refresh_token');
  expect(nameOf(await finish(person, begun))).toBe('sessionExpired');

  await deps.store.durable
    .updateTable('companies')
    .set({ factor_from: new Date(deps.clock()) })
    .where('id', '=', person.companyId)
    .execute();
  expect(nameOf(await finish(person, late))).toBe('invalidCode');
  expect((await finish(person, late, codeOf(late.setUp))).answer).toHaveProperty('refresh_token');
});

test('A19: a mailed link does not stand for the factor that a company requires', async () => {
  const { email } = await personOf(await companyWith(deps, 'always', 0));
  await reset(deps, await recoverToLink(deps, email, newClient()), newClient());
  expect((await signIn(deps, email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
});

test('A20: of parallel set-ups one is stored, and one that was begun before another factor opens nothing', async () => {
  const person = await personOf(await companyWith(deps, 'always', 0));
  const begun: Begun[] = [];
  for (let n = 0; n < 3; n += 1) begun.push(await toSetUp(deps, person));
  const outcomes = await Promise.all(begun.map((one) => finish(person, one, codeOf(one.setUp))));
  expect(tally(outcomes.map(nameOf))['answered']).toBe(1);

  const other = await personOf(person.companyId);
  const late = await toSetUp(deps, other);
  await setUpAuthenticator(deps, other.id);
  expect(nameOf(await finish(other, late, codeOf(late.setUp)))).toBe('sessionExpired');
});

test('a set-up belongs to its challenge', async () => {
  const companyId = await companyWith(deps, 'always', 0);
  const [one, other] = [await personOf(companyId), await personOf(companyId)];
  const ofOne = await toSetUp(deps, one);
  const ofOther = await toSetUp(deps, other);
  expect(nameOf(await finish(other, { ...ofOther, setUp: ofOne.setUp }, codeOf(ofOne.setUp)))).toBe(
    'sessionExpired',
  );
  expect(nameOf(await finish(one, ofOther, codeOf(ofOther.setUp)))).toBe('sessionExpired');
});

test('A22: a temporary pass leads to a new app, once, in place of the lost one, and not after its hour', async () => {
  const person = await personOf(await companyWith(deps, 'always', 0));
  await setUpAuthenticator(deps, person.id);
  const [pass, late] = [await givePass(deps, person), await givePass(deps, person)];
  const begun = [await toSetUpByPass(deps, person, pass), await toSetUpByPass(deps, person, pass)];
  expect(begun[0]?.ways).toEqual(['authenticator', 'recoveryCode']);
  const outcomes = await Promise.all(begun.map((one) => finish(person, one, codeOf(one.setUp))));
  expect(tally(outcomes.map(nameOf))).toEqual({ answered: 1, invalidCode: 1 });
  await expect(toSetUpByPass(deps, person, pass)).rejects.toThrow('invalidCode');
  deps.advance(minutes(60));
  await expect(toSetUpByPass(deps, person, late)).rejects.toThrow('invalidCode');
});

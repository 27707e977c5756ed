import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days, minutes } from '@app/contract/fields/durations.ts';

import { hashHandle } from '#security/tokens/handles.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import {
  accept,
  chosenPassword,
  confirm,
  linksTo,
  newestLink,
  signUp,
  stateOf,
} from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, createTestDeps, mailsTo, newClient } from '#test/setup/test-deps.ts';

import { flows } from '#flows/flows.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';

let people = 0;
const deps = await createTestDeps();
afterAll(() => deps.close());

const newAddress = () => `founder-${(people += 1)}@harbour.test`;
const accountOf = (email: string) =>
  deps.store.durable
    .selectFrom('accounts')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select([
      'accounts.name',
      'companies.name as company',
      'method',
      'status',
      'language',
      'roles',
      'companies.second_step',
    ])
    .where('email', '=', email)
    .execute();

test('the confirmation of a signup creates company and account, and they can sign in', async () => {
  const email = newAddress();
  const companies = () => deps.store.durable.selectFrom('companies').select('id').execute();
  const before = (await companies()).length;
  expect(await signUp(deps, email, { ...newClient(), language: 'it' })).toEqual({ answer: undefined });
  const link = await newestLink(deps, email, 'signUp');
  expect(await mailsTo(deps, email)).toEqual([
    { kind: 'signUp', values: { company: 'Harbour Works', url: link.url } },
  ]);
  expect(link.url).toMatch(/^http:\/\/localhost:4000\/signup\/confirm\?email=.+&code=[\w-]{43}$/);
  expect(await accountOf(email)).toEqual([]);
  expect(await companies()).toHaveLength(before);
  expect(nameOf(await signIn(deps, email, chosenPassword, newClient()))).toBe('credentials');

  expect(await stateOf(deps, 'signup', link)).toBe('valid');
  expect(await confirm(deps, link, newClient())).toEqual({ answer: { sameBrowser: false } });
  expect(await accountOf(email)).toEqual([
    {
      name: 'Mia Sund',
      company: 'Harbour Works',
      method: 'password',
      status: 'active',
      language: 'it',
      roles: ['Admin'],
      second_step: 'always',
    },
  ]);
  expect((await signIn(deps, email, chosenPassword, newClient())).answer).toHaveProperty('mfa');
  expect(await stateOf(deps, 'signup', link)).toBe('used');
  expect(nameOf(await confirm(deps, link, newClient()))).toBe('invalidLink');
});

test("a stranger's signup with an address does not block its owner", async () => {
  const email = newAddress();
  await signUp(deps, email, newClient(), 'Evil Ltd');
  const strangers = await newestLink(deps, email, 'signUp');
  deps.advance(1);
  await signUp(deps, email, newClient());
  const owners = await newestLink(deps, email, 'signUp');
  expect(await stateOf(deps, 'signup', strangers)).toBe('valid');
  expect(nameOf(await confirm(deps, owners, newClient()))).toBe('answered');
  expect(await accountOf(email)).toMatchObject([{ company: 'Harbour Works' }]);
  expect(await stateOf(deps, 'signup', strangers)).toBe('cancelled');
  expect(nameOf(await confirm(deps, strangers, newClient()))).toBe('invalidLink');

  // Neither does an invitation: the first person to confirm the address gets it.
  const invited = newAddress();
  await signUp(deps, invited, newClient());
  const late = await newestLink(deps, invited, 'signUp');
  const who = { name: 'Ivy', language: 'en', roles: [] } as const;
  await inviteAccount({ companyId: deps.company.id, email: invited, ...who }, callFrom(), deps);
  const invitation = await newestLink(deps, invited, 'invitation');
  expect(await stateOf(deps, 'signup', late)).toBe('valid');
  expect(nameOf(await confirm(deps, late, newClient()))).toBe('answered');
  expect(await stateOf(deps, 'invitation', invitation)).toBe('cancelled');
  expect(nameOf(await accept(deps, invitation, newClient()))).toBe('invalidLink');
});

test('two links of one address, used in parallel, create one account', async () => {
  const email = newAddress();
  for (let n = 0; n < 4; n += 1) await signUp(deps, email, newClient(), `Company ${n}`);
  const links = await linksTo(deps, email, 'signUp');
  const names = (await Promise.all(links.map((link) => confirm(deps, link, newClient())))).map(nameOf);
  expect(tally(names)).toEqual({ answered: 1, invalidLink: 3 });
  expect(await accountOf(email)).toHaveLength(1);
  const companies = await deps.store.durable
    .selectFrom('companies')
    .select('id')
    .where('name', 'like', 'Company %')
    .execute();
  expect(companies).toHaveLength(1);
});

test('an address with an account gets a mail about it, and the account does not change', async () => {
  const { email } = await createAccount(deps, { secondStep: 'off' });
  expect(await signUp(deps, email, newClient())).toEqual({ answer: undefined });
  expect(await mailsTo(deps, email)).toEqual([{ kind: 'signUpExisting', values: { name: 'Ada' } }]);
  expect(nameOf(await signIn(deps, email, chosenPassword, newClient()))).toBe('credentials');
  expect(nameOf(await signIn(deps, email, undefined, newClient()))).toBe('answered');
  const disabled = await createAccount(deps, { status: 'disabled' });
  expect(await signUp(deps, disabled.email, newClient())).toEqual({ answer: undefined });
  expect(await mailsTo(deps, disabled.email)).toEqual([]);
});

test('a signup link is valid for seven days, then expired, and later deleted', async () => {
  const email = newAddress();
  await signUp(deps, email, newClient());
  const link = await newestLink(deps, email, 'signUp');
  deps.advance(days(7));
  expect(await stateOf(deps, 'signup', link)).toBe('expired');
  expect(nameOf(await confirm(deps, link, newClient()))).toBe('linkExpired');
  deps.advance(days(2));
  await deleteExpired(deps.store.relaxed, deps.clock());
  const rows = await deps.store.durable
    .selectFrom('signups')
    .select('id')
    .where('email', '=', email)
    .execute();
  expect(rows).toEqual([]);
  // Weeks later it is still reported as expired; then it is deleted.
  deps.advance(days(27));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await stateOf(deps, 'signup', link)).toBe('expired');
  deps.advance(days(2));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await stateOf(deps, 'signup', link)).toBe('unknown');
});

test('a double click confirms once and gets the same answer twice', async () => {
  const email = newAddress();
  await signUp(deps, email, newClient());
  const { token: confirmationCode } = await newestLink(deps, email, 'signUp');
  const chosen = { password: chosenPassword, passwordConfirmation: chosenPassword };
  const body = { email, confirmationCode, ...chosen };
  const call = newClient();
  const key = randomUUID();
  const once = () =>
    answerOnce({ name: 'confirmSignUp', key, body, call, deps }, (known) =>
      flows.confirmSignUp(body, known, deps),
    );
  const answer = { sameBrowser: false };
  expect(await Promise.all([once(), once()])).toEqual([answer, answer]);
  expect(await accountOf(email)).toHaveLength(1);
});

test('a common password, one with the company or the own name, and two that differ are refused, and the link stays good', async () => {
  const email = newAddress();
  await signUp(deps, email, newClient());
  const link = await newestLink(deps, email, 'signUp');
  for (const password of ['Password2026!', 'Harbour-Works-1', 'Mia-Sund-2026'])
    expect((await confirm(deps, link, newClient(), password)).refusal).toMatchObject({
      details: { fields: { password: ['is_common'] } },
    });
  const body = { email, confirmationCode: link.token, password: chosenPassword };
  await expect(
    flows.confirmSignUp({ ...body, passwordConfirmation: `${chosenPassword}x` }, newClient(), deps),
  ).rejects.toMatchObject({ details: { fields: { passwordConfirmation: ['is_different'] } } });
  expect(nameOf(await confirm(deps, link, newClient()))).toBe('answered');
});

test('whoever confirms chooses the password: a password that came with the signup counts for nothing', async () => {
  const email = newAddress();
  const service = await createTestApp();
  const strangers = 'Stranger-Meadow-41!';
  const payload = {
    email,
    name: 'Eve',
    companyName: 'Evil Ltd',
    password: strangers,
    passwordConfirmation: strangers,
  };
  const answer = await service.app.inject({ method: 'POST', url: '/auth/v2/users/signup', payload });
  expect(answer.statusCode).toBe(204);
  const link = await newestLink(service.deps, email, 'signUp');
  expect(nameOf(await confirm(service.deps, link, newClient()))).toBe('answered');
  expect(nameOf(await signIn(service.deps, email, strangers, newClient()))).toBe('credentials');
  expect(nameOf(await signIn(service.deps, email, chosenPassword, newClient()))).toBe('answered');
  const kept = await service.deps.store.durable.selectFrom('signups').select('password_hash').execute();
  expect(kept).toEqual([{ password_hash: null }]);
  await service.close();
});

test('C7: the confirmation knows the browser by the proof of its own signup alone', async () => {
  const [mine, others] = ['a'.repeat(32), 'b'.repeat(32)];
  const confirmed = async (sent: string | undefined, brought: string | undefined) => {
    const email = newAddress();
    const wish = { email, name: 'Mia Sund', companyName: 'Harbour Works', signUpProof: sent };
    await flows.signUp(wish, newClient(), deps);
    const { token: confirmationCode } = await newestLink(deps, email, 'signUp');
    const chosen = { password: chosenPassword, passwordConfirmation: chosenPassword };
    const body = { email, confirmationCode, ...chosen, signUpProof: brought };
    return (await flows.confirmSignUp(body, newClient(), deps)).sameBrowser;
  };
  expect(await confirmed(mine, mine)).toBe(true);
  expect(await confirmed(mine, others)).toBe(false);
  expect(await confirmed(mine, undefined)).toBe(false);
  expect(await confirmed(undefined, others)).toBe(false);
  expect(await confirmed(undefined, undefined)).toBe(false);
});

test('A8: signups send at most five mails to an address in 15 minutes, and are never refused', async () => {
  const email = newAddress();
  const names: string[] = [];
  for (let n = 0; n < 20; n += 1) names.push(nameOf(await signUp(deps, email, newClient())));
  expect(tally(names)).toEqual({ answered: 20 });
  expect(await mailsTo(deps, email)).toHaveLength(5);
  const call = newClient();
  const ofOne: string[] = [];
  for (let n = 0; n < 35; n += 1) ofOne.push(nameOf(await signUp(deps, newAddress(), call)));
  expect(tally(ofOne)).toEqual({ answered: 35 });
  deps.advance(minutes(15));
  expect(nameOf(await signUp(deps, email, call))).toBe('answered');
  expect(await mailsTo(deps, email)).toHaveLength(6);
});

test('the database contains no token of a link', async () => {
  const email = newAddress();
  await signUp(deps, email, newClient());
  const { token } = await newestLink(deps, email, 'signUp');
  const row = await deps.store.durable
    .selectFrom('links')
    .select('token')
    .$castTo<{ token: Buffer }>()
    .where('email', '=', email)
    .executeTakeFirst();
  expect(row?.token.equals(hashHandle(token))).toBe(true);
  expect(row?.token.toString('utf8')).not.toContain(token);
});

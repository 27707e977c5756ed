/** An admin requires a factor: the policy, whom it concerns, and their emails (requirements §4 "Factors"). */
import { randomUUID } from 'node:crypto';
import { days, minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { afterAll, expect, it } from 'vitest';

import type { Account } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { givePasskey } from '#test/passkeys/passkey-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

type Changes = Parameters<typeof createAccount>[1];
interface Scene {
  readonly admin: SignedIn;
  readonly add: (changes?: Changes) => Promise<Account>;
}

/** A company with an admin who has no second step, so nothing is asked of them. */
async function newScene(secondStep: 'always' | 'unrecognised' | 'off' = 'always'): Promise<Scene> {
  const companyId = randomUUID();
  await service.deps.store.durable
    .insertInto('companies')
    .values({ id: companyId, name: 'Harbour Works', second_step: secondStep })
    .execute();
  const admin = await driver.signedIn({ companyId });
  const add = (changes: Changes = {}) =>
    createAccount(service.deps, { companyId, email: `${randomUUID()}@harbour.test`, ...changes });
  return { admin, add };
}

const change = (as: SignedIn, body: object) => driver.call('changePolicy', { as, body });
const inDays = (number: number): number => service.deps.clock() + days(number);
/** What the emails about it to an address say, the first one first. */
const toldOf = async ({ email }: Account) =>
  (await mailsTo(service.deps, email)).flatMap(({ kind, values }) =>
    kind === 'factorRequired' ? [values] : [],
  );
const effectOf = async (as: SignedIn, query: Record<string, string> = {}) =>
  (await driver.call('readPolicyEffect', { as, query })).body;

it('holds from a day on, until any way is accepted again or no second step is asked for', async () => {
  const { admin } = await newScene();
  const [soon, later] = [inDays(14), inDays(30)];
  const saved = async () => (await driver.call('readPolicy', { as: admin })).body;
  for (const [version, { body, is }] of [
    { body: { factorFrom: soon }, is: soon },
    { body: { factorFrom: later }, is: later },
    // Other parts of the policy leave it as it is.
    { body: { secondStep: 'unrecognised' }, is: later },
    { body: { factorFrom: null }, is: undefined },
    { body: { factorFrom: 0 }, is: 0 },
    { body: { secondStep: 'off' }, is: undefined },
    { body: { secondStep: 'off', factorFrom: soon }, is: undefined },
    // It does not come back by itself.
    { body: { secondStep: 'always' }, is: undefined },
  ].entries()) {
    const answer = await change(admin, { ...body, version });
    expect([answer.status, answer.body.factorFrom]).toEqual([200, is]);
    expect(await saved()).toEqual(answer.body);
  }
});

it('refuses what is no day', async () => {
  const { admin } = await newScene();
  for (const factorFrom of [-1, 0.5, Date.UTC(2100, 0) + 1, '2026-12-03', true, {}]) {
    const answer = await change(admin, { factorFrom, version: 0 });
    expect([answer.status, answer.refusal]).toEqual([422, 'invalid']);
    expect(JSON.parse(answer.text).fields).toEqual({ factorFrom: ['is_invalid'] });
  }
  expect((await driver.call('readPolicy', { as: admin })).body.version).toBe(0);
});

it('is in the audit log, before and after', async () => {
  const { admin } = await newScene();
  const from = inDays(14);
  await change(admin, { factorFrom: from, version: 0 });
  service.deps.advance(minutes(1));
  await change(admin, { factorFrom: null, version: 1 });
  const [last, first] = (await driver.call('listAuditEntries', { as: admin })).body.items;
  expect(first).toMatchObject({ action: 'policyChanged', after: { factorFrom: from } });
  expect(first?.before).not.toHaveProperty('factorFrom');
  expect(last).toMatchObject({ action: 'policyChanged', before: { factorFrom: from } });
  expect(last?.after).not.toHaveProperty('factorFrom');
});

it('mails exactly the people without a factor, once it begins or begins earlier', async () => {
  const { admin, add } = await newScene();
  const [ada, own] = [await add(), await add({ secondStep: 'always' })];
  const withApp = await add();
  await setUpAuthenticator(service.deps, withApp.id);
  const withKey = await add();
  await givePasskey(service.deps, withKey.id);
  const others = [
    withApp,
    withKey,
    await add({ secondStep: 'off' }),
    await add({ method: 'google' }),
    await add({ method: 'saml' }),
    await add({ status: 'disabled' }),
    await add({ status: 'unconfirmed' }),
    admin.account,
    await (await newScene()).add(),
  ];
  const { withoutFactor, peopleWithoutFactor } = await effectOf(admin);
  expect(withoutFactor).toBe(2);
  expect(peopleWithoutFactor.map(({ id }) => id).toSorted()).toEqual([ada.id, own.id].toSorted());

  const [soon, later, sooner] = [inDays(14), inDays(30), inDays(7)];
  const told: number[] = [];
  for (const [version, { factorFrom, mails }] of [
    { factorFrom: soon, mails: true },
    { factorFrom: later, mails: false },
    { factorFrom: sooner, mails: true },
    { factorFrom: sooner, mails: false },
    { factorFrom: null, mails: false },
  ].entries()) {
    expect((await change(admin, { factorFrom, version })).status).toBe(200);
    if (mails) told.push(factorFrom ?? 0);
    for (const person of [ada, own]) {
      const values = { name: person.name, company: 'Harbour Works' };
      expect(await toldOf(person)).toMatchObject(told.map((from) => ({ ...values, from: String(from) })));
    }
  }
  for (const person of others) expect(await toldOf(person)).toEqual([]);
});

it('with a second step for the first time, it names and mails those who get one', async () => {
  const { admin, add } = await newScene('off');
  const ada = await add();
  expect((await effectOf(admin)).withoutFactor).toBe(0);
  const asIf = await effectOf(admin, { secondStep: 'always' });
  expect([asIf.withoutFactor, asIf.peopleWithoutFactor.map(({ id }) => id)]).toEqual([1, [ada.id]]);
  await change(admin, { secondStep: 'always', factorFrom: inDays(1), version: 0 });
  expect(await toldOf(ada)).toHaveLength(1);
});

it('names everybody without a factor, a part at a time', async () => {
  const { admin, add } = await newScene();
  const emails = Array.from(
    { length: 205 },
    (_, at) => `p${String(at).padStart(3, '0')}-${randomUUID()}@h.test`,
  );
  for (const email of emails) await add({ email, name: `Person ${email}` });
  const parts: string[][] = [];
  do {
    const withoutFactorAfter = parts.at(-1)?.at(-1) ?? '';
    const { withoutFactor, peopleWithoutFactor } = await effectOf(admin, { withoutFactorAfter });
    expect(withoutFactor).toBe(205);
    expect(peopleWithoutFactor.every(({ name, email }) => name === `Person ${email}`)).toBe(true);
    parts.push(peopleWithoutFactor.map(({ email }) => email));
  } while (parts.at(-1)?.length !== 0);
  expect(parts.map(({ length }) => length)).toEqual([100, 100, 5, 0]);
  expect(parts.flat()).toEqual(emails);
});

it('needs a recent sign-in, and changes and mails nothing without one', async () => {
  const { admin, add } = await newScene();
  const ada = await add();
  await change(admin, { factorFrom: inDays(14), version: 0 });
  await service.deps.store.durable
    .updateTable('families')
    .set({ created_at: new Date(service.deps.clock() - limits.recentSignIn - 1) })
    .where('account_id', '=', admin.account.id)
    .execute();
  for (const factorFrom of [null, inDays(30), inDays(1)]) {
    const answer = await change(admin, { factorFrom, version: 1 });
    expect([answer.status, answer.refusal]).toEqual([401, 'reauthenticationRequired']);
  }
  expect((await driver.call('readPolicy', { as: admin })).body.version).toBe(1);
  expect(await toldOf(ada)).toHaveLength(1);
});

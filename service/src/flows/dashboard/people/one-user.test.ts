/** What an admin asks of one account (requirements §5). */
import { afterAll, expect, it } from 'vitest';

import { hours } from '@app/contract/fields/durations.ts';
import { recoveryCode as recoveryCodeRule } from '@app/contract/fields/recovery-code.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import * as v from 'valibot';

import { flows } from '#flows/flows.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { signInToCode } from '#test/drivers/flow-driver.ts';
import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

it('asks one account for another address and for a new password', async () => {
  const admin = await people.newAdmin();
  const person = await people.signedIn({ companyId: admin.account.companyId, roles: ['Agent'] });
  const params = { userId: person.account.id };
  const asked = { as: admin, params, body: { email: `Renamed-${params.userId}@northline.test` } };
  expect((await people.call('requestEmailChange', asked)).status).toBe(202);
  const read = await people.call('readUser', { as: admin, params });
  expect(read.body.emailChange).toMatchObject({ email: asked.body.email.toLowerCase() });
  const taken = { ...asked, body: { email: admin.account.email } };
  expect(await people.call('requestEmailChange', taken)).toMatchObject({
    status: 422,
    body: { fields: { email: ['is_invalid'] } },
  });
  for (let time = 0; time < 2; time += 1)
    expect((await people.call('cancelEmailChange', { as: admin, params })).status).toBe(204);
  expect((await people.call('readUser', { as: admin, params })).body.emailChange).toBeUndefined();

  expect((await people.call('requestNewPassword', { as: admin, params })).status).toBe(202);
  expect((await people.rowOf(params.userId)).password_hash).toBeNull();
  expect((await people.call('readAccount', { as: person })).status).toBe(401);
  expect(await people.kindsTo(person.account.email)).toEqual(['emailChangeAsked', 'newPassword']);
  const own = { userId: admin.account.id };
  expect(await people.call('requestNewPassword', { as: admin, params: own })).toMatchObject({
    refusal: 'notPossible',
  });
  const google = await people.personOf(admin, { method: 'google' });
  expect(await people.call('requestNewPassword', { as: admin, params: { userId: google.id } })).toMatchObject(
    { status: 409 },
  );
  const foreign = await createAccount(service.deps);
  for (const name of ['requestNewPassword', 'cancelEmailChange', 'requestEmailChange'] as const) {
    const body = name === 'requestEmailChange' ? asked.body : undefined;
    expect((await people.call(name, { as: admin, params: { userId: foreign.id }, body })).status).toBe(404);
  }
  expect((await people.entriesOf(admin.account.companyId)).map(({ action }) => action).toSorted()).toEqual([
    'emailChangeAsked',
    'emailChangeCancelled',
    'newPasswordAsked',
  ]);
});

it('changes a name once, with an entry of both names and a line in the history of the person', async () => {
  const admin = await people.newAdmin();
  const person = await people.signedIn({ companyId: admin.account.companyId, roles: [], name: 'Iwy' });
  // So that the sign-in is the older one of two events.
  service.deps.advance(1);
  const params = { userId: person.account.id };
  const rename = (body: object) => people.call('renameUser', { as: admin, params, body });
  const { version } = (await people.call('readUser', { as: admin, params })).body;
  expect(await rename({ name: '  Ivy Lang ', version })).toMatchObject({
    status: 200,
    body: { name: 'Ivy Lang', version: version + 1, createdAt: expect.any(Number) },
  });
  expect((await people.call('readUser', { as: admin, params })).body).toMatchObject({
    name: 'Ivy Lang',
    version: version + 1,
  });
  // The same name again is not a change; an older version is refused with the present one.
  expect((await rename({ name: 'Ivy Lang' })).status).toBe(200);
  expect(await rename({ name: 'Ivy', version })).toMatchObject({
    refusal: 'changedMeanwhile',
    body: { present: { name: 'Ivy Lang' } },
  });
  for (const name of ['', '   ', 'x'.repeat(101)])
    expect(await rename({ name })).toMatchObject({
      status: 422,
      body: { fields: { name: [expect.any(String)] } },
    });
  expect(await people.entriesOf(admin.account.companyId)).toMatchObject([
    {
      action: 'nameChanged',
      target: person.account.email,
      before: { name: 'Iwy' },
      after: { name: 'Ivy Lang' },
    },
  ]);
  const events = await people.call('listOwnEvents', { as: person });
  expect(events.body.items[0]?.type).toBe('profileChanged');
});

it('removes the factors of a person who lost them, ends the sessions, and tells the person and the other admins', async () => {
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  const colleague = await people.personOf(admin, { roles: ['Admin'] });
  const person = await people.signedIn({ companyId, roles: [] });
  await setUpAuthenticator(service.deps, person.account.id);
  await makeCodes(service.deps, person.account.id);
  const params = { userId: person.account.id };
  const remove = () => people.call('removeUserFactors', { as: admin, params });
  expect((await people.call('readUser', { as: admin, params })).body.hasFactor).toBe(true);
  expect((await remove()).status).toBe(204);
  expect((await people.call('readUser', { as: admin, params })).body.hasFactor).toBeUndefined();
  expect((await people.call('readAccount', { as: person })).status).toBe(401);
  expect(await people.kindsTo(person.account.email)).toEqual(['factorChanged']);
  expect(await people.kindsTo(colleague.email)).toEqual(['factorsRemoved']);
  expect(await people.kindsTo(admin.account.email)).toEqual([]);
  expect((await people.entriesOf(companyId)).map(({ action }) => action)).toEqual(['factorsRemoved']);

  expect((await remove()).refusal).toBe('notPossible');
  await setUpAuthenticator(service.deps, admin.account.id);
  const own = await people.call('removeUserFactors', { as: admin, params: { userId: admin.account.id } });
  expect(own.refusal).toBe('notPossible');
});

it('A22: gives a person who lost every factor a pass to a new app, in place of an unused one, and tells of it', async () => {
  const { deps } = service;
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  const colleague = await people.personOf(admin, { roles: ['Admin'] });
  const { id: userId, email } = await people.personOf(admin);
  await setUpAuthenticator(deps, userId);
  const [code = ''] = await makeCodes(deps, userId);
  const give = (id: string, idempotencyKey?: string) =>
    people.call('giveTemporaryPass', {
      as: admin,
      params: { userId: id },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  const replaced = await give(userId);
  const given = await give(userId, 'one-attempt');
  expect(given.status).toBe(200);
  expect(given.body).toEqual({
    pass: expect.stringMatching(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/),
    until: deps.clock() + hours(1),
  });
  expect((await give(userId, 'one-attempt')).body).toEqual(given.body);
  expect(await people.kindsTo(email)).toEqual(['factorChanged', 'factorChanged']);
  expect(await people.kindsTo(colleague.email)).toEqual(['temporaryPassGiven', 'temporaryPassGiven']);
  expect(await people.kindsTo(admin.account.email)).toEqual([]);
  const entries = await people.entriesOf(companyId);
  expect(entries.map(({ action }) => action)).toEqual(['temporaryPassGiven', 'temporaryPassGiven']);
  expect(JSON.stringify(entries)).not.toContain(given.body.pass.slice(0, 5));
  const events = await people.call('listEvents', { as: admin, query: { userId } });
  expect(events.body.items.map(({ type }) => type)).toEqual(['temporaryPassGiven', 'temporaryPassGiven']);

  const use = async (typed: string) => {
    const { session } = await signInToCode(deps, email, callFrom('198.51.100.7'));
    const recoveryCode = v.parse(recoveryCodeRule, typed);
    const used = await outcomeOf(
      flows.verifyRecoveryCode({ email, session, recoveryCode }, callFrom(), deps),
    );
    return { session, used };
  };
  expect(nameOf((await use(replaced.body.pass)).used)).toBe('invalidCode');
  const { session, used } = await use(given.body.pass.toLowerCase());
  if (used.answer === undefined || !('setUp' in used.answer)) throw new Error('no app is set up');
  const { setup, secret } = used.answer.setUp;
  const newCode = new TOTP({ secret }).generate({ timestamp: deps.clock() });
  const finished = await outcomeOf(
    flows.verifySetUp({ email, session, setup, code: newCode }, callFrom(), deps),
  );
  expect(finished.answer).toHaveProperty('refresh_token');
  expect(nameOf((await use(given.body.pass)).used)).toBe('invalidCode');
  // The recovery codes are as good as before.
  expect((await use(code)).used.answer).toHaveProperty('refresh_token');
});

it('gives no pass for the own account, nor for one that cannot log in with a password, nor one mail after another', async () => {
  const admin = await people.newAdmin();
  const give = (userId: string) => people.call('giveTemporaryPass', { as: admin, params: { userId } });
  const refused = [
    admin.account,
    await people.personOf(admin, { method: 'google' }),
    await people.personOf(admin, { status: 'disabled' }),
    await people.personOf(admin, { status: 'unconfirmed' }),
  ];
  for (const { id } of refused) expect((await give(id)).refusal).toBe('notPossible');
  expect((await give((await createAccount(service.deps)).id)).status).toBe(404);
  expect(await people.entriesOf(admin.account.companyId)).toEqual([]);

  const person = await people.personOf(admin);
  const answers = [];
  while (answers.at(-1) !== 'mailedTooOften' && answers.length < 50)
    answers.push((await give(person.id)).refusal ?? 'given');
  expect(answers.at(-1)).toBe('mailedTooOften');
  expect(await people.kindsTo(person.email)).toHaveLength(answers.length - 1);
});

it('a pass for a person of Google forgives their wrong codes, where a second step is asked for', async () => {
  const admin = await people.newAdmin();
  const person = await people.personOf(admin, { method: 'google' });
  const { durable } = service.deps.store;
  await durable
    .updateTable('companies')
    .set({ provider_step: 'always' })
    .where('id', '=', admin.account.companyId)
    .execute();
  await durable
    .insertInto('code_tries')
    .values({ account_id: person.id, in_a_row: 100, recent: [] })
    .execute();
  const given = await people.call('giveTemporaryPass', { as: admin, params: { userId: person.id } });
  expect(given.status).toBe(200);
  const { rows } = await sql`select in_a_row from code_tries where account_id = ${person.id}`.execute(
    durable,
  );
  expect(rows).toEqual([{ in_a_row: 0 }]);
});

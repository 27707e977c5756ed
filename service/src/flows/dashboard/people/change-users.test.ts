/** What an admin sets for many accounts: each is done or not on its own (requirements §5). */
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import { claimDomain } from '#store/accounts/accounts.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

it('answers for each account why it was done or not', async () => {
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  const domain = `sso-${companyId}.test`;
  await claimDomain(service.deps.store.durable, { domain, companyId, method: 'saml' });
  await service.deps.store.durable
    .insertInto('saml_configurations')
    .values({
      company_id: companyId,
      entity_id: 'https://idp.test',
      sso_url: 'https://idp.test/sso',
      logout_url: null,
      logout_binding: null,
      logout_response_url: null,
      certificates: [],
      email_attribute: null,
      updated_at: new Date(),
    })
    .execute();
  const inDomain = await people.personOf(admin, { email: `sam@${domain}` });
  const outside = await people.personOf(admin);
  const google = await people.personOf(admin, { method: 'google' });
  const invited = await people.personOf(admin, { status: 'unconfirmed' });
  const foreign = await createAccount(service.deps);
  const ids = [inDomain.id, outside.id, google.id, invited.id, foreign.id, admin.account.id];
  const reasons: Record<string, (string | undefined)[]> = {};
  for (const what of [
    { method: 'saml' },
    { method: 'password' },
    { status: 'active' },
    { status: 'disabled' },
  ] as const) {
    const asked = await people.change(admin, ids, what, { preview: true });
    const { status, body } = await people.change(admin, ids, what);
    expect(status).toBe(200);
    // What the preview said, though it changed nothing.
    const said = ({ id, ok, reason }: (typeof body.results)[number]) => ({ id, ok, reason });
    expect(asked.body.results.map(said)).toEqual(body.results.map(said));
    expect(body.results.map(({ id }) => id)).toEqual(ids);
    reasons[JSON.stringify(what)] = body.results.map(({ ok, reason }) =>
      `${ok ? 'done' : 'not'} ${reason ?? ''}`.trim(),
    );
  }
  expect(reasons).toEqual({
    '{"method":"saml"}': [
      'done',
      'not ssoNotConfigured',
      'not ssoNotConfigured',
      'not ssoNotConfigured',
      'not notFound',
      'not yourself',
    ],
    '{"method":"password"}': [
      'done noPasswordYet',
      'done unchanged',
      'done noPasswordYet',
      'done unchanged',
      'not notFound',
      'done unchanged',
    ],
    '{"status":"active"}': [
      'done unchanged',
      'done unchanged',
      'done unchanged',
      'not notPossible',
      'not notFound',
      'done unchanged',
    ],
    '{"status":"disabled"}': ['done', 'done', 'done', 'done', 'not notFound', 'not lastAdmin'],
  });
  expect(await people.rowOf(foreign.id)).toMatchObject({ status: 'active', version: 0 });
  expect(await people.kindsTo(google.email)).toEqual(['choosePassword']);
});

it('gives and takes the role Admin, keeps the others, and writes before and after', async () => {
  const admin = await people.newAdmin();
  const person = await people.personOf(admin, { roles: ['Agent', 'Supervisor'] });
  const { body } = await people.change(admin, [person.id], { role: 'Admin' });
  expect(body.results).toEqual([{ id: person.id, ok: true, version: 1 }]);
  expect((await people.rowOf(person.id)).roles).toEqual(['Agent', 'Supervisor', 'Admin']);
  service.deps.advance(1);
  await people.change(admin, [person.id], { role: 'User' });
  expect((await people.rowOf(person.id)).roles).toEqual(['Agent', 'Supervisor']);
  service.deps.advance(1);
  await people.change(admin, [person.id], { secondStep: 'off' });
  // Nothing changes: nothing is written.
  await people.change(admin, [person.id], { secondStep: 'off' });
  service.deps.advance(1);
  await people.change(admin, [person.id], { secondStep: 'company' });
  service.deps.advance(1);
  // Also of the admin's own account: it locks nobody out.
  await people.change(admin, [admin.account.id], { secondStep: 'company' });
  const about = { actor_email: admin.account.email, target_id: person.id, target: person.email };
  expect(await people.entriesOf(admin.account.companyId)).toEqual([
    { action: 'roleChanged', ...about, before: { role: 'User' }, after: { role: 'Admin' } },
    { action: 'roleChanged', ...about, before: { role: 'Admin' }, after: { role: 'User' } },
    {
      action: 'secondStepChanged',
      ...about,
      before: { secondStep: 'company' },
      after: { secondStep: 'off' },
    },
    {
      action: 'secondStepChanged',
      ...about,
      before: { secondStep: 'off' },
      after: { secondStep: 'company' },
    },
    {
      action: 'secondStepChanged',
      actor_email: admin.account.email,
      target_id: admin.account.id,
      target: admin.account.email,
      before: { secondStep: 'off' },
      after: { secondStep: 'company' },
    },
  ]);
});

it('asks for a recent sign-in before a role changes or a second step is weakened', async () => {
  const admin = await people.newAdmin();
  const person = await people.personOf(admin);
  service.deps.advance(minutes(14));
  expect((await people.change(admin, [person.id], { role: 'Admin' })).status).toBe(200);
  service.deps.advance(minutes(1) + 1);
  // The access token is over, too; the session is not.
  const refreshed = await service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/refresh',
    payload: { refreshToken: admin.refreshToken },
  });
  const later = { ...admin, token: refreshed.json().access_token };
  const refused = await people.change(later, [person.id], { role: 'User' });
  expect(refused).toMatchObject({ status: 401, refusal: 'reauthenticationRequired' });
  expect((await people.change(later, [person.id], { secondStep: 'off' })).status).toBe(401);
  expect((await people.change(later, [person.id], { secondStep: 'always' })).status).toBe(200);
  const email = { as: later, params: { userId: person.id }, body: { email: 'new@northline.test' } };
  expect(await people.call('requestEmailChange', email)).toMatchObject({
    refusal: 'reauthenticationRequired',
  });
});

it('does not change an account that changed since the admin saw it', async () => {
  const [admin, other] = [await people.newAdmin(), await people.newAdmin()];
  const second = await people.signedIn({ companyId: admin.account.companyId });
  const [one, two] = [await people.personOf(admin), await people.personOf(admin)];
  const versions = { [one.id]: 0, [two.id.toUpperCase()]: 0 };
  await people.change(second, [one.id], { secondStep: 'off' });
  const { body } = await people.change(admin, [one.id, two.id], { secondStep: 'always' }, { versions });
  expect(body.results).toEqual([
    { id: one.id, ok: false, reason: 'changedMeanwhile', version: 1 },
    { id: two.id, ok: true, version: 1 },
  ]);
  expect(await people.rowOf(one.id)).toMatchObject({ second_step: 'off' });
  expect((await people.change(other, [one.id], { secondStep: 'off' }, { versions })).body.results).toEqual([
    { id: one.id, ok: false, reason: 'notFound' },
  ]);
});

it('keeps single sign-on for everybody but the admin who keeps the password, while it is required', async () => {
  const admin = await people.newAdmin();
  const keeper = await people.personOf(admin, { roles: ['Admin'] });
  const person = await people.personOf(admin, { method: 'saml' });
  await service.deps.store.durable
    .updateTable('companies')
    .set({ sso_required: true, break_glass_id: keeper.id })
    .where('id', '=', admin.account.companyId)
    .execute();
  const outcomes: Record<string, (string | undefined)[]> = {};
  for (const what of [
    { method: 'google' },
    { role: 'User' },
    { status: 'disabled' },
    { secondStep: 'always' },
  ] as const) {
    const { body } = await people.change(admin, [keeper.id, person.id], what, { preview: true });
    outcomes[JSON.stringify(what)] = body.results.map(({ reason }) => reason);
  }
  expect(outcomes).toEqual({
    '{"method":"google"}': ['notPossible', 'ssoRequired'],
    '{"role":"User"}': ['notPossible', 'unchanged'],
    '{"status":"disabled"}': ['notPossible', undefined],
    '{"secondStep":"always"}': [undefined, undefined],
  });
  const params = { userId: keeper.id };
  expect(await people.call('requestNewPassword', { as: admin, params })).toMatchObject({ status: 409 });
});

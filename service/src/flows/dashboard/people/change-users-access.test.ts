/** What becomes of the sessions and passwords of accounts that an admin changes (threats A12, B2). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { mailsTo, rightPassword } from '#test/setup/test-deps.ts';

let service: TestApp;
let people: ReturnType<typeof createPeopleDriver>;
beforeAll(async () => {
  service = await createTestApp();
  people = createPeopleDriver(service);
});
afterAll(() => service.close());

it('ends the sessions of those whose access changes, and of no others', async () => {
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  const counts: Record<string, string> = {};
  for (const what of [
    { status: 'disabled' },
    { method: 'google' },
    { secondStep: 'always' },
    { role: 'Admin' },
  ] as const) {
    const person = await people.signedIn({ companyId, roles: ['Agent'] });
    const bystander = await people.signedIn({ companyId, roles: ['Agent'] });
    await people.change(admin, [person.account.id], what);
    const statuses = [];
    for (const as of [person, bystander]) statuses.push((await people.call('readAccount', { as })).status);
    counts[JSON.stringify(what)] = statuses.join(' ');
  }
  const person = await people.signedIn({ companyId, roles: ['Agent'] });
  const signedOut = await people.call('signOutUsers', {
    as: admin,
    body: { ids: [person.account.id, admin.account.id, randomUUID()] },
  });
  expect(signedOut.body.results.map(({ ok, reason }) => reason ?? ok)).toEqual([
    true,
    'yourself',
    'notFound',
  ]);
  counts['signed out'] = String((await people.call('readAccount', { as: person })).status);
  console.log('the person and a bystander after a change:', counts);
  expect(counts).toEqual({
    '{"status":"disabled"}': '401 200',
    '{"method":"google"}': '401 200',
    '{"secondStep":"always"}': '200 200',
    '{"role":"Admin"}': '200 200',
    'signed out': '401',
  });
});

it('sends an invitation by password again to an invited account that gets the password', async () => {
  const admin = await people.newAdmin();
  const invited = await people.personOf(admin, { status: 'unconfirmed', method: 'google' });
  const { body } = await people.change(admin, [invited.id], { method: 'password' });
  expect(body.results[0]).toMatchObject({ ok: true, reason: 'noPasswordYet' });
  const [mail] = await mailsTo(service.deps, invited.email);
  expect(mail).toMatchObject({
    kind: 'invitation',
    values: { company: 'Northline <b>Ltd</b>', inviter: 'Zoe' },
  });
  // Who was disabled before the first password gets a link when the account is enabled.
  await people.change(admin, [invited.id], { status: 'disabled' });
  const enabled = await people.change(admin, [invited.id], { status: 'active' });
  expect(enabled.body.results[0]).toMatchObject({ ok: true, reason: 'noPasswordYet' });
  expect(await people.kindsTo(invited.email)).toEqual(['invitation', 'choosePassword']);
});

it('lets a person sign in again after being enabled', async () => {
  const admin = await people.newAdmin();
  const { id, email } = await people.personOf(admin, { secondStep: 'off' });
  const signIn = async () =>
    (
      await service.app.inject({
        method: 'POST',
        url: '/auth/v2/users/session',
        payload: { email, password: rightPassword },
      })
    ).statusCode;
  const statuses = [await signIn()];
  await people.change(admin, [id], { status: 'disabled' });
  statuses.push(await signIn());
  await people.change(admin, [id], { status: 'active' });
  statuses.push(await signIn());
  expect(statuses).toEqual([200, 401, 200]);
});

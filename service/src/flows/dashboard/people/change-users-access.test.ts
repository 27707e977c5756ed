/** What becomes of the sessions and passwords of accounts that an admin changes (threats A12, B2). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';

import { accept, newestLink } from '#test/drivers/link-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, mailsTo, rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
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
  // Nobody has confirmed the account: enabling makes it an invited one again, with a new invitation.
  await people.change(admin, [invited.id], { status: 'disabled' });
  const enabled = await people.change(admin, [invited.id], { status: 'active' });
  expect(enabled.body.results[0]).toMatchObject({ ok: true, reason: 'invitedAgain' });
  expect(await people.kindsTo(invited.email)).toEqual(['invitation', 'invitation']);
  expect(await people.rowOf(invited.id)).toMatchObject({ status: 'unconfirmed', password_hash: null });
  const google = await people.personOf(admin, { status: 'unconfirmed', method: 'google' });
  await people.change(admin, [google.id], { status: 'disabled' });
  const again = await people.change(admin, [google.id], { status: 'active' });
  expect(again.body.results[0]).toMatchObject({ ok: true, reason: 'invitedAgain' });
  expect(await people.kindsTo(google.email)).toEqual(['methodInvitation']);
  const { body: log } = await people.call('listAuditEntries', { as: admin });
  // Both changes are of one moment of the test's clock.
  expect(
    log.items
      .filter(({ target, before }) => target === invited.email && before?.status === 'disabled')
      .map(({ after }) => after),
  ).toEqual([{ status: 'unconfirmed' }]);
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

it('invites unconfirmed people again, by one mail that fits their new method', async () => {
  const admin = await people.newAdmin();
  const { deps } = service;
  const invited = async (email: string) => {
    const { body } = await people.call('invite', { as: admin, body: { invitations: [{ email }] } });
    return body.results[0]?.id ?? '';
  };
  const openLinks = async (email: string) =>
    (
      await deps.store.durable
        .selectFrom('links')
        .select('id')
        .where('email', '=', email)
        .where('cancelled_at', 'is', null)
        .execute()
    ).length;
  /** The emails that will be sent, and the links that open: a cancelled email has no content. */
  const state = async (email: string) => {
    const mails = await deps.store.durable
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', email)
      .where('payload', 'is not', null)
      .execute();
    return [...mails.map(({ kind }) => kind), await openLinks(email)];
  };
  const email = `again-${randomUUID()}@northline.test`;
  const id = await invited(email);
  expect(await state(email)).toEqual(['invitation', 1]);
  const old = await newestLink(deps, email, 'invitation');

  service.deps.advance(1000);
  const asked = await people.change(admin, [id], { method: 'google' }, { preview: true });
  expect(asked.body.results).toMatchObject([{ id, ok: true }]);
  expect(await state(email)).toEqual(['invitation', 1]);
  await people.change(admin, [id], { method: 'google' });
  expect(await state(email)).toEqual(['methodInvitation', 0]);
  expect((await mailsTo(deps, email)).at(-1)?.values).toMatchObject({
    method: 'google',
    company: 'Northline <b>Ltd</b>',
    inviter: 'Zoe',
  });
  expect(nameOf(await accept(deps, old, callFrom(9)))).toBe('invalidLink');
  const listed = async () =>
    (await people.call('listInvitations', { as: admin, query: { search: email } })).body.items[0];
  expect(await listed()).toMatchObject({ method: 'google', sentAt: deps.clock() });

  service.deps.advance(1000);
  const back = await people.change(admin, [id], { method: 'password' });
  expect(back.body.results).toMatchObject([{ ok: true, reason: 'noPasswordYet' }]);
  expect(await state(email)).toEqual(['invitation', 1]);
  expect(await listed()).toMatchObject({ method: 'password', sentAt: deps.clock() });
  // Five emails a day to an address, whoever asks and by whatever call.
  const reasons = [];
  for (const method of ['google', 'password', 'google'] as const)
    reasons.push((await people.change(admin, [id], { method })).body.results[0]?.reason ?? 'ok');
  expect(reasons).toEqual(['invitedAgain', 'noPasswordYet', 'mailedTooOften']);
  expect(await state(email)).toEqual(['invitation', 1]);
  const link = await newestLink(deps, email, 'invitation');
  expect(nameOf(await accept(deps, link, callFrom(9)))).toBe('answered');
});

/** The list of invitations, and what an admin does with one that waits. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days, minutes } from '@app/contract/fields/durations.ts';

import { insertCompany } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { accept, linksTo, newestLink, stateOf } from '#test/drivers/link-driver.ts';
import { nameOf, tally } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, mailsTo } from '#test/setup/test-deps.ts';

let companies = 0;
const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

/** An admin of a new company. */
async function newAdmin(): Promise<SignedIn> {
  const companyId = randomUUID();
  companies += 1;
  await insertCompany(service.deps.store.durable, { id: companyId, name: `Company ${companies}` });
  return driver.signedIn({ companyId });
}

/** Invites and resolves to the ids, in the order of the addresses. */
async function invite(as: SignedIn, emails: readonly string[], name = 'Ivy'): Promise<string[]> {
  const invitations = emails.map((email) => ({ email, name }));
  const { body } = await driver.call('invite', { as, body: { invitations } });
  return body.results.map(({ id }) => id ?? '');
}
const emailsOf = (count: number): string[] =>
  Array.from({ length: count }, () => `${randomUUID()}@northline.test`);

const list = async (as: SignedIn, query: Record<string, string> = {}) =>
  (await driver.call('listInvitations', { as, query })).body;

test('the list has the newest first, page by page, and finds by name and address', async () => {
  const admin = await newAdmin();
  const emails = emailsOf(7);
  for (const email of emails) {
    service.deps.advance(1);
    await invite(admin, [email], `Zoë ${email.slice(0, 4)}_%`);
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await list(admin, { pageSize: '3', ...(cursor && { cursor }) });
    expect(page.total).toBe(7);
    pages.push(page.items.map(({ email }) => email));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(emails.toReversed());
  const one = emails[2] ?? '';
  expect((await list(admin, { search: one.toUpperCase() })).items).toMatchObject([
    { email: one, role: 'User', method: 'password', state: 'waiting' },
  ]);
  expect((await list(admin, { search: `ZOE ${one.slice(0, 4)}_%` })).total).toBe(1);
  expect((await list(admin, { search: '%' })).total).toBe(7);
  expect((await list(admin, { search: '%%' })).total).toBe(0);
  expect((await list(admin, { search: 'nobody' })).items).toEqual([]);
  for (const wrong of ['x', '1_1', `1_${randomUUID()}x`, '9'.repeat(30)])
    expect(await driver.call('listInvitations', { as: admin, query: { cursor: wrong } })).toMatchObject({
      status: 422,
    });
});

test('an invitation expires after seven days, and a new one lets its person in', async () => {
  const admin = await newAdmin();
  const [email = '', kept = ''] = emailsOf(2);
  const [id = ''] = await invite(admin, [email]);
  const older = await newestLink(service.deps, email, 'invitation');
  service.deps.advance(days(7));
  const boss = await driver.signedIn({ companyId: admin.account.companyId });
  await invite(boss, [kept]);
  expect((await list(boss, { state: 'expired' })).items).toMatchObject([{ id, state: 'expired' }]);
  expect((await list(boss, { state: 'waiting' })).items).toMatchObject([{ email: kept }]);
  expect(nameOf(await accept(service.deps, older, callFrom(1)))).toBe('linkExpired');
  const stranger = randomUUID();
  const answer = await driver.call('resendInvitations', { as: boss, body: { ids: [id, stranger, id] } });
  expect(answer.body.results).toEqual([
    { id, ok: true },
    { id: stranger, ok: false, reason: 'notFound' },
  ]);
  const [newer] = await linksTo(service.deps, email, 'invitation');
  expect((await list(boss, { state: 'expired' })).items).toEqual([]);
  if (newer === undefined) throw new Error('expected a second mail');
  expect(nameOf(await accept(service.deps, newer, callFrom(1)))).toBe('answered');
  expect((await list(boss)).items.map(({ email: of }) => of)).toEqual([kept]);
  const late = await driver.call('resendInvitations', { as: boss, body: { ids: [id] } });
  expect(late.body.results).toEqual([{ id, ok: false, reason: 'notPossible' }]);
});

test('a new invitation cancels the older link, and its mail that was not sent yet', async () => {
  const admin = await newAdmin();
  const [email = ''] = emailsOf(1);
  const ids = await invite(admin, [email]);
  const older = await newestLink(service.deps, email, 'invitation');
  service.deps.advance(minutes(1));
  await driver.call('resendInvitations', { as: admin, body: { ids } });
  expect(await stateOf(service.deps, 'invitation', older)).toBe('cancelled');
  expect((await mailsTo(service.deps, email)).map(({ values }) => values !== undefined)).toEqual([
    false,
    true,
  ]);
});

test('a revoked invitation removes the account with its link, and the address can be invited again', async () => {
  const admin = await newAdmin();
  const stranger = await newAdmin();
  const emails = emailsOf(3);
  const [id = '', ...others] = await invite(admin, emails);
  const link = await newestLinkOfUnsent(emails[0] ?? '');
  const params = { invitationId: id };
  expect(await driver.call('revokeInvitation', { as: stranger, params })).toMatchObject({ status: 404 });
  const foreign = await driver.call('revokeInvitations', { as: stranger, body: { ids: [id] } });
  expect(foreign.body.results).toEqual([{ id, ok: false, reason: 'notFound' }]);
  expect(await driver.call('revokeInvitation', { as: admin, params })).toMatchObject({ status: 204 });
  expect(await driver.call('revokeInvitation', { as: admin, params })).toMatchObject({ status: 404 });
  expect(nameOf(await accept(service.deps, link, callFrom(1)))).toBe('invalidLink');
  expect((await mailsTo(service.deps, emails[0] ?? '')).map(({ values }) => values)).toEqual([undefined]);
  expect((await invite(admin, emails.slice(0, 1)))[0]).not.toBe('');
  const many = await driver.call('revokeInvitations', { as: admin, body: { ids: others } });
  expect(many.body.results.map(({ ok }) => ok)).toEqual([true, true]);
  const audit = await service.deps.store.durable
    .selectFrom('audit_log')
    .select(['action', 'target'])
    .$castTo<{ action: string }>()
    .where('company_id', '=', admin.account.companyId)
    .execute();
  expect(tally(audit.map(({ action }) => action))).toEqual({ invited: 4, invitationRevoked: 3 });
});

const newestLinkOfUnsent = (email: string) => newestLink(service.deps, email, 'invitation');

test('an account that is active, or an admin, cannot be revoked as an invitation', async () => {
  const admin = await newAdmin();
  const { id } = admin.account;
  const answer = await driver.call('revokeInvitations', { as: admin, body: { ids: [id] } });
  expect(answer.body.results).toEqual([{ id, ok: false, reason: 'notPossible' }]);
  expect(await driver.call('revokeInvitation', { as: admin, params: { invitationId: id } })).toMatchObject({
    status: 404,
  });
});

test('revoking and accepting at the same moment: one of the two', async () => {
  const admin = await newAdmin();
  const ends: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [email = ''] = emailsOf(1);
    const [id = ''] = await invite(admin, [email]);
    const link = await newestLink(service.deps, email, 'invitation');
    const [revoked, accepted] = await Promise.all([
      driver.call('revokeInvitation', { as: admin, params: { invitationId: id } }),
      accept(service.deps, link, callFrom(`10.77.0.${round}`)),
    ]);
    const account = service.deps.store.durable
      .selectFrom('accounts')
      .select('status')
      .$castTo<{ status: string }>()
      .where('id', '=', id);
    const left = (await account.executeTakeFirst())?.status ?? 'gone';
    ends.push(`revoke ${revoked.status}, accept ${nameOf(accepted)}, account ${left}`);
  }
  const allowed = [
    'revoke 204, accept invalidLink, account gone',
    'revoke 404, accept answered, account active',
  ];
  expect(ends.filter((end) => !allowed.includes(end))).toEqual([]);
});

test('sending again and accepting at the same moment never leaves a second good link', async () => {
  const admin = await newAdmin();
  const ends: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [email = ''] = emailsOf(1);
    const [id = ''] = await invite(admin, [email]);
    const link = await newestLink(service.deps, email, 'invitation');
    const [resent, accepted] = await Promise.all([
      driver.call('resendInvitations', { as: admin, body: { ids: [id] } }),
      accept(service.deps, link, callFrom(`10.78.0.${round}`)),
    ]);
    const states: string[] = [];
    for (const one of await linksTo(service.deps, email, 'invitation'))
      states.push(await stateOf(service.deps, 'invitation', one));
    const sent = resent.body.results[0]?.ok === true ? 'sent' : resent.body.results[0]?.reason;
    ends.push(`${sent}, accept ${nameOf(accepted)}, links ${states.join(' ')}`);
  }
  const allowed = ['sent, accept invalidLink, links valid', 'notPossible, accept answered, links used'];
  expect(ends.filter((end) => !allowed.includes(end))).toEqual([]);
});

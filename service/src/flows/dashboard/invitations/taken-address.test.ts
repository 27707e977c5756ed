/** An invitation or a change of address does not reveal an account in another company; an email tells its owner. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo, rightPassword } from '#test/setup/test-deps.ts';
import { insertCompany } from '#store/accounts/accounts.ts';

const service = await createTestApp();
const { deps } = service;
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const newEmail = () => `guest-${randomUUID()}@guest.test`;

async function newAdmin(name: string): Promise<SignedIn> {
  const company = { id: randomUUID(), name };
  await insertCompany(deps.store.durable, company);
  return driver.signedIn({ companyId: company.id });
}

/** What an admin sees, without what is another for each address. */
const seen = (value: unknown, { email, id }: { email: string; id: string | undefined }): string =>
  JSON.stringify(value)
    .replaceAll(email, 'ADDRESS')
    .replaceAll(id ?? '-', 'ID');

it('A4: an address with an account elsewhere is invited, listed, sent again and revoked as one without', async () => {
  const [theirs, ours] = [await newAdmin('Harbour'), await newAdmin('Kestrel')];
  const holder = await createAccount(deps, {
    companyId: theirs.account.companyId,
    email: newEmail(),
    language: 'de',
    secondStep: 'off',
  });
  const newest: unknown[] = [];
  const shown = async (email: string): Promise<string[]> => {
    const invited = (await driver.call('invite', { as: ours, body: { invitations: [{ email }] } })).body;
    const id = invited.results[0]?.id;
    const list = (await driver.call('listInvitations', { as: ours, query: { search: email } })).body;
    const people = (await driver.call('listUsers', { as: ours, query: { search: email } })).body;
    const change = { ids: [id], change: { method: 'google' } };
    const changed = (await driver.call('changeUsers', { as: ours, body: change })).body;
    const again = (await driver.call('resendInvitations', { as: ours, body: { ids: [id] } })).body;
    // The others were cancelled by it.
    newest.push((await mailsTo(deps, email)).flatMap(({ values }) => (values === undefined ? [] : [values])));
    const revoked = (await driver.call('revokeInvitations', { as: ours, body: { ids: [id] } })).body;
    return [invited, list, people, changed, again, revoked].map((each) => seen(each, { email, id }));
  };
  const free = newEmail();
  expect(await shown(holder.email)).toEqual(await shown(free));
  expect(newest[0]).toEqual([{ company: 'Kestrel', method: 'taken' }]);
  expect(newest[1]).toMatchObject([{ method: 'google' }]);
  expect(await mailsTo(deps, holder.email)).toHaveLength((await mailsTo(deps, free)).length);
  const row = deps.store.durable
    .selectFrom('outbox')
    .select('language')
    .where('recipient', '=', holder.email);
  expect((await row.executeTakeFirstOrThrow()).language).toBe('de');
  const payload = { email: holder.email, password: rightPassword };
  const signedIn = await service.app.inject({ method: 'POST', url: '/auth/v2/users/session', payload });
  expect(signedIn.statusCode).toBe(200);
});

it('A4: a change to an address with an account elsewhere is answered and shown as any other, and waits', async () => {
  const [theirs, ours] = [await newAdmin('Harbour'), await newAdmin('Kestrel')];
  const holder = await createAccount(deps, { companyId: theirs.account.companyId });
  const mine = await createAccount(deps, { companyId: ours.account.companyId });
  const shown = async (email: string): Promise<[number, string]> => {
    const { id } = await createAccount(deps, { companyId: ours.account.companyId });
    const params = { userId: id };
    const { status } = await driver.call('requestEmailChange', { as: ours, params, body: { email } });
    const { emailChange } = (await driver.call('readUser', { as: ours, params })).body;
    return [status, seen(emailChange ?? {}, { email, id })];
  };
  const [taken, free] = [await shown(holder.email), await shown(newEmail())];
  expect(taken).toEqual(free);
  expect(taken[0]).toBe(202);
  expect((await shown(mine.email))[0]).toBe(422);
  expect((await mailsTo(deps, holder.email)).map(({ values }) => values)).toEqual([
    { company: 'Kestrel', method: 'taken' },
  ]);
});

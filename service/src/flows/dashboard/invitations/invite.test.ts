/** Invites one or many over HTTP (requirements §5). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import * as limits from '@app/contract/fields/limits.ts';

import { claimDomain, insertCompany } from '#store/accounts/accounts.ts';
import { chosenPassword, accept, newestLink } from '#test/drivers/link-driver.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { createSsoCompany } from '#test/drivers/sso-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, mailsTo } from '#test/setup/test-deps.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { flows } from '#flows/flows.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
const admin = await driver.signedIn({ name: 'Ada Moreau', language: 'fr' });
afterAll(() => service.close());

let people = 0;
const newEmail = () => `invited-${(people += 1)}@northline.test`;
const invite = (invitations: readonly object[], changes: { as?: SignedIn; idempotencyKey?: string } = {}) =>
  driver.call('invite', { as: admin, body: { invitations }, ...changes });

test('an invited person gets the mail, sets a password and signs in with the role and language given', async () => {
  const email = newEmail();
  const answer = await invite([
    { email: ` ${email.toUpperCase()} `, name: '\u202E Ivy\u200B Lang ', role: 'Admin', language: 'de' },
  ]);
  expect(answer).toMatchObject({
    status: 200,
    body: { results: [{ email: ` ${email.toUpperCase()} `, ok: true, id: expect.any(String) }] },
  });
  expect(await mailsTo(service.deps, email)).toMatchObject([
    { kind: 'invitation', values: { name: 'Ivy Lang', company: 'Northline Demo', inviter: 'Ada Moreau' } },
  ]);
  const waiting = async () =>
    (await driver.call('listInvitations', { as: admin, query: { search: email } })).body.total;
  expect(await waiting()).toBe(1);
  const link = await newestLink(service.deps, email, 'invitation');
  expect(nameOf(await accept(service.deps, link, callFrom(9)))).toBe('answered');
  expect(await waiting()).toBe(0);
  expect((await signIn(service.deps, email, chosenPassword, callFrom(9))).answer).toHaveProperty('mfa');
  const account = service.deps.store.durable
    .selectFrom('accounts')
    .select(['roles', 'language', 'name'])
    .where('email', '=', email);
  expect(await account.executeTakeFirst()).toEqual({ roles: ['Admin'], language: 'de', name: 'Ivy Lang' });
});

test('the page of an invitation names the company, the admin who sent it last, and the companies that invite the address too', async () => {
  const { deps } = service;
  const email = newEmail();
  const look = async (asked: { kind?: 'reset'; email?: string } = {}) => {
    const { token } = await newestLink(deps, email, 'invitation');
    return flows.checkLink({ kind: 'invitation', email, token, ...asked }, callFrom(9), deps);
  };
  const harbour = randomUUID();
  await insertCompany(deps.store.durable, { id: harbour, name: 'Harbour' });
  const about = { email, name: '', language: 'en', roles: [] } as const;
  await inviteAccount({ ...about, companyId: harbour }, callFrom(9), deps);
  expect(await look()).toEqual({ state: 'valid', invitation: { company: 'Harbour', others: [] } });

  deps.advance(1000);
  const answer = await invite([{ email }]);
  const of = { company: 'Northline Demo', others: ['Harbour'] };
  expect(await look()).toEqual({ state: 'valid', invitation: { ...of, inviter: 'Ada Moreau' } });
  // Only the holder of a valid link reads it.
  expect(await look({ kind: 'reset' })).toEqual({ state: 'unknown' });
  expect(await look({ email: newEmail() })).toEqual({ state: 'unknown' });

  deps.advance(1000);
  const zoe = await driver.signedIn({ name: 'Zoe' });
  const id = answer.body.results[0]?.id ?? '';
  await driver.call('resendInvitations', { as: zoe, body: { ids: [id] } });
  expect(await look()).toEqual({ state: 'valid', invitation: { ...of, inviter: 'Zoe' } });
});

test('each row is answered on its own, in the order sent', async () => {
  const { deps } = service;
  const claimed = `claimed-${randomUUID()}.test`;
  const other = randomUUID();
  await insertCompany(deps.store.durable, { id: other, name: 'Other' });
  await claimDomain(deps.store.durable, { domain: claimed, companyId: other, method: 'saml' });
  const mine = await createAccount(deps);
  const theirs = await createAccount(deps, { companyId: other });
  const inClaimed = await createAccount(deps, { companyId: other, email: `known@${claimed}` });
  const first = newEmail();
  const rows = [
    [{ email: first }, undefined],
    [{ email: first.toUpperCase(), name: 'Again' }, 'duplicate'],
    [{ email: 'not an address' }, 'invalid'],
    [{ email: '' }, 'invalid'],
    [{ email: 'a@b.test, c@d.test' }, 'invalid'],
    [{ email: newEmail(), role: 'Owner' }, 'invalid'],
    [{ email: newEmail(), language: 'pt' }, 'invalid'],
    [{ email: newEmail(), name: 'x'.repeat(limits.personNameMax + 1) }, 'invalid'],
    [{ email: newEmail(), name: 'a\0b' }, 'invalid'],
    [{ email: newEmail(), name: '\uD800' }, 'invalid'],
    [{ email: newEmail(), name: '\u200B\u2060' }, undefined],
    [{ email: mine.email }, 'exists'],
    [{ email: theirs.email }, undefined],
    [{ email: inClaimed.email }, 'claimedElsewhere'],
    [{ email: `free@${claimed}` }, 'claimedElsewhere'],
    [{ email: newEmail(), name: '<img src=x>\u202E 👩‍👩‍👧', role: '', language: ' ' }, undefined],
  ] as const;
  const answer = await invite(rows.map(([row]) => row));
  expect(answer.body.results.map(({ reason }) => reason)).toEqual(rows.map(([, reason]) => reason));
  expect(answer.body.results.map(({ email }) => email)).toEqual(rows.map(([row]) => row.email));
  expect(answer.body.results.map(({ ok, id }) => ok === (id !== undefined))).not.toContain(false);
});

test('a repeat with the same key is the first answer, and one with another key sends nothing', async () => {
  const emails = Array.from({ length: 20 }, newEmail);
  const idempotencyKey = randomUUID();
  const rows = emails.map((email) => ({ email }));
  const first = await invite(rows, { idempotencyKey });
  expect(await invite(rows, { idempotencyKey })).toMatchObject({ body: first.body });
  const other = await invite(rows);
  expect(new Set(other.body.results.map(({ reason }) => reason))).toEqual(new Set(['exists']));
  const mails = await Promise.all(emails.map((email) => mailsTo(service.deps, email)));
  expect(mails.flat()).toHaveLength(20);
});

test('who is invited in a verified domain of the company signs in by its provider, and gets a mail that says so', async () => {
  const { deps } = service;
  const company = await createSsoCompany(deps);
  const domain = company.domains[0];
  const boss = await driver.signedIn({ companyId: company.id, email: `boss@else-${randomUUID()}.test` });
  const inside = `ivy-${randomUUID()}@${domain}`;
  const outside = newEmail();
  const answer = await invite([{ email: inside }, { email: outside }], { as: boss });
  expect(answer.body.results.map(({ ok }) => ok)).toEqual([true, true]);
  const methods = await deps.store.durable
    .selectFrom('accounts')
    .select(['email', 'method'])
    .where('email', 'in', [inside, outside])
    .execute();
  expect(Object.fromEntries(methods.map(({ email, method }) => [email, method]))).toEqual({
    [inside]: 'saml',
    [outside]: 'password',
  });
  expect(await mailsTo(deps, inside)).toMatchObject([
    { kind: 'methodInvitation', values: { method: 'saml' } },
  ]);
  const links = deps.store.durable.selectFrom('links').selectAll().where('email', '=', inside);
  expect(await links.execute()).toEqual([]);
  const list = await driver.call('listInvitations', { as: boss, query: { search: inside } });
  expect(list.body.items).toMatchObject([{ method: 'saml', state: 'waiting' }]);
  expect(list.body.items[0]).not.toHaveProperty('expiresAt');
});

test('while single sign-on is required, nobody outside the domains of the company is invited', async () => {
  const { deps } = service;
  const company = await createSsoCompany(deps);
  const other = await createSsoCompany(deps);
  const boss = await driver.signedIn({ companyId: company.id, email: `boss@else-${randomUUID()}.test` });
  await deps.store.durable
    .updateTable('companies')
    .set({ sso_required: true, break_glass_id: boss.account.id })
    .where('id', '=', company.id)
    .execute();
  // One of the domains had a password as its method before.
  const [inside, insideToo] = company.domains.map((domain) => `ivy-${randomUUID()}@${domain}`);
  await deps.store.durable
    .updateTable('domains')
    .set({ method: 'password' })
    .where('domain', '=', company.domains[1] ?? '')
    .execute();
  const elsewhere = await createAccount(deps);
  const rows = [
    [inside, undefined],
    [insideToo, undefined],
    [newEmail(), 'outsideDomains'],
    [elsewhere.email, 'outsideDomains'],
    [boss.account.email, 'exists'],
    [`sam@${other.domains[0]}`, 'claimedElsewhere'],
  ] as const;
  const { body } = await invite(
    rows.map(([email]) => ({ email })),
    { as: boss },
  );
  expect(body.results.map(({ reason }) => reason)).toEqual(rows.map(([, reason]) => reason));
  const invited = await deps.store.durable
    .selectFrom('accounts')
    .select('method')
    .where('company_id', '=', company.id)
    .where('status', '=', 'unconfirmed')
    .execute();
  expect(invited.map(({ method }) => method)).toEqual(['saml', 'saml']);
  const mails = await Promise.all(rows.map(async ([email]) => mailsTo(deps, email ?? '')));
  expect(mails.map((sent) => sent.map(({ kind }) => kind))).toEqual([
    ['methodInvitation'],
    ['methodInvitation'],
    [],
    [],
    [],
    [],
  ]);
});

test('four invitations of one new person at the same moment create one account with one link', async () => {
  const email = newEmail();
  const answers = await Promise.all([1, 2, 3, 4].map(() => invite([{ email }])));
  const reasons = answers.map(({ body }) => body.results[0]?.reason ?? 'invited');
  expect(reasons.toSorted()).toEqual(['exists', 'exists', 'exists', 'invited']);
  const links = service.deps.store.durable.selectFrom('links').select('id').where('email', '=', email);
  expect(await links.execute()).toHaveLength(1);
});

test('an address is sent five invitations a day at most, though each is revoked', async () => {
  const email = newEmail();
  const verdicts: unknown[] = [];
  for (let round = 0; round < 7; round += 1) {
    const { body } = await invite([{ email }]);
    verdicts.push(body.results[0]?.reason ?? 'ok');
    const { id } = body.results[0] ?? {};
    if (id !== undefined) await driver.call('revokeInvitation', { as: admin, params: { invitationId: id } });
  }
  expect(verdicts).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'mailedTooOften', 'mailedTooOften']);
});

test('G8: a list of more rows than allowed, or of none, is refused whole', async () => {
  const invitations = Array.from({ length: limits.invitedAtOnce + 1 }, () => ({ email: 'a@b.test' }));
  expect(await invite(invitations)).toMatchObject({ status: 422, refusal: 'invalid' });
  expect(await invite([])).toMatchObject({ status: 422 });
  expect(await invite([{ email: 7 }])).toMatchObject({ status: 422 });
});

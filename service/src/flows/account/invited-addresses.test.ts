/** Who gets an address that several companies invite (docs/decisions/invitations.md). */
import { randomUUID } from 'node:crypto';
import { days } from '@app/contract/fields/durations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { flows } from '#flows/flows.ts';
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
import { nameOf, outcomeOf, tally } from '#test/drivers/outcome.ts';
import { createDomainDriver } from '#test/drivers/domain-driver.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';
import { callFrom, createAccount, type TestDeps } from '#test/setup/test-deps.ts';

let service: TestApp;
let deps: TestDeps;
let driver: ReturnType<typeof createDomainDriver>;
beforeAll(async () => {
  service = await createTestApp();
  ({ deps } = service);
  driver = createDomainDriver(service);
});
afterAll(() => service.close());

const newAddress = (domain = `${randomUUID()}.test`) => `ada@${domain}`;
const caller = () => callFrom(`2001:db8:${randomUUID().slice(0, 4)}::`);
const invite = async (as: SignedIn, email: string) =>
  (await driver.call('invite', { as, body: { invitations: [{ email }] } })).body.results[0];
const accountsAt = (email: string) =>
  deps.store.durable
    .selectFrom('accounts')
    .select(['company_id', 'status'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();

/** As after three daily checks without the record. */
const loseRecord = (domain: string) =>
  deps.store.durable
    .updateTable('domain_claims')
    .set({ lost_at: new Date(deps.clock()) })
    .where('domain', '=', domain)
    .execute();

test('three companies invite one address: the invitation accepted first wins, the others are void', async () => {
  const admins = [await driver.newAdmin(), await driver.newAdmin(), await driver.newAdmin()];
  const email = newAddress();
  for (const admin of admins) expect(await invite(admin, email)).toMatchObject({ ok: true });
  const links = await linksTo(deps, email, 'invitation');
  expect(links).toHaveLength(3);
  const names = (await Promise.all(links.map((link) => accept(deps, link, caller())))).map(nameOf);
  expect(tally(names)).toEqual({ answered: 1, invalidLink: 2 });
  const winner = names.indexOf('answered');
  expect((await accountsAt(email)).filter(({ status }) => status === 'active')).toHaveLength(1);
  for (const [index, link] of links.entries())
    expect(await stateOf(deps, 'invitation', link)).toBe(index === winner ? 'used' : 'cancelled');
  expect(nameOf(await signIn(deps, email, chosenPassword, caller()))).toBe('answered');
});

test('an invited person declines one of two invitations: its link is void, its company reads it, the other stays', async () => {
  const [admin, other] = [await driver.newAdmin(), await driver.newAdmin()];
  const email = newAddress();
  const { id } = (await invite(admin, email)) ?? {};
  const link = await newestLink(deps, email, 'invitation');
  await invite(other, email);
  const kept = (await linksTo(deps, email, 'invitation')).find(({ token }) => token !== link.token) ?? link;
  const decline = () =>
    outcomeOf(flows.declineInvitation({ email, confirmationCode: link.token }, caller(), deps));
  expect((await Promise.all([decline(), decline()])).map(nameOf).toSorted()).toEqual([
    'answered',
    'invalidLink',
  ]);
  expect(await stateOf(deps, 'invitation', link)).toBe('cancelled');
  expect(nameOf(await accept(deps, link, caller()))).toBe('invalidLink');
  const states = async (as: SignedIn) =>
    (await driver.call('listInvitations', { as })).body.items.map(({ state }) => state);
  expect([await states(admin), await states(other)]).toEqual([['declined'], ['waiting']]);

  // Only an admin's act invites again.
  await driver.call('resendInvitations', { as: admin, body: { ids: [id] } });
  expect(await states(admin)).toEqual(['waiting']);
  expect(nameOf(await accept(deps, kept, caller()))).toBe('answered');
});

test('races for one address have one winner each, by invitation or by sign-up', async () => {
  const admins = await Promise.all([1, 2, 3].map(() => driver.newAdmin()));
  const won: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const email = newAddress();
    for (const admin of admins) await invite(admin, email);
    await signUp(deps, email, caller());
    const [signUpLink] = await linksTo(deps, email, 'signUp');
    const accepts = (await linksTo(deps, email, 'invitation')).map((link) => accept(deps, link, caller()));
    const confirms = signUpLink === undefined ? [] : [confirm(deps, signUpLink, caller())];
    const names = (await Promise.all([...accepts, ...confirms])).map(nameOf);
    won.push(names.filter((name) => name === 'answered').length);
    expect(names).toHaveLength(4);
  }
  expect(tally(won.map(String))).toEqual({ 1: rounds });
});

test("a stranger's invitation stops neither a sign-up nor a change of address", async () => {
  const stranger = await driver.newAdmin();
  const owner = newAddress();
  await invite(stranger, owner);
  await signUp(deps, owner, caller());
  expect(nameOf(await confirm(deps, await newestLink(deps, owner, 'signUp'), caller()))).toBe('answered');
  expect(await stateOf(deps, 'invitation', await newestLink(deps, owner, 'invitation'))).toBe('cancelled');

  const admin = await driver.newAdmin();
  const person = await createAccount(deps, { companyId: admin.account.companyId });
  const wanted = newAddress();
  await invite(stranger, wanted);
  const change = await driver.call('requestEmailChange', {
    as: admin,
    params: { userId: person.id },
    body: { email: wanted },
  });
  expect(change.status).toBe(202);
});

test("a verified domain's company comes before every other: their open invitations are void", async () => {
  const [stranger, owner] = [await driver.newAdmin(), await driver.newAdmin()];
  const domain = `${randomUUID()}.example`;
  const email = newAddress(domain);
  const { id } = (await invite(stranger, email)) ?? {};
  await driver.claimed(owner, domain);
  const link = await newestLink(deps, email, 'invitation');
  expect(await stateOf(deps, 'invitation', link)).toBe('cancelled');
  expect(nameOf(await accept(deps, link, caller()))).toBe('invalidLink');
  const again = await driver.call('resendInvitations', { as: stranger, body: { ids: [id] } });
  expect(again.body.results).toEqual([{ id, ok: false, reason: 'claimedElsewhere' }]);
  expect(await invite(owner, email)).toMatchObject({ ok: true });
  const theirs = (await linksTo(deps, email, 'invitation')).at(-1) ?? link;
  expect(nameOf(await accept(deps, theirs, caller()))).toBe('answered');
});

test('an invitation that is accepted while its domain is taken over makes no account in the domain', async () => {
  const [old, next] = [await driver.newAdmin(), await driver.newAdmin()];
  const domain = `${randomUUID()}.example`;
  const email = newAddress(domain);
  await driver.claimed(old, domain);
  await invite(old, email);
  const link = await newestLink(deps, email, 'invitation');
  await loseRecord(domain);
  // After the link was found valid.
  const hash: typeof deps.passwords.hash = async (...args) => {
    await driver.claimed(next, domain);
    return deps.passwords.hash(...args);
  };
  const meanwhile = { ...deps, passwords: { ...deps.passwords, hash } };
  expect(nameOf(await accept(meanwhile, link, caller()))).toBe('invalidLink');
  expect(await accountsAt(email)).toEqual([{ company_id: old.account.companyId, status: 'unconfirmed' }]);
});

test('an invitation that nobody accepts is deleted after 30 days with its account; sending it again renews them', async () => {
  const admin = await driver.newAdmin();
  const [left, renewed] = [newAddress(), newAddress()];
  await invite(admin, left);
  const { id } = (await invite(admin, renewed)) ?? {};
  deps.advance(days(20));
  const fresh = await driver.signedIn({ companyId: admin.account.companyId });
  await driver.call('resendInvitations', { as: fresh, body: { ids: [id] } });
  deps.advance(days(10) + 1);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await accountsAt(left)).toEqual([]);
  expect(await accountsAt(renewed)).toHaveLength(1);
  deps.advance(days(20));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await accountsAt(renewed)).toEqual([]);
});

test('a company that has nobody but an invited person ends with the invitation', async () => {
  const companyId = randomUUID();
  await deps.store.durable.insertInto('companies').values({ id: companyId, name: 'Empty' }).execute();
  const invitedAt = deps.clock();
  await createAccount(deps, { companyId, status: 'unconfirmed', email: newAddress(), invitedAt });
  deps.advance(days(30) + 1);
  await deleteExpired(deps.store.relaxed, deps.clock());
  const companies = deps.store.durable.selectFrom('companies').select('id').where('id', '=', companyId);
  expect(await companies.execute()).toEqual([]);
});

test('a domain that was taken over: its addresses are free, and the old accounts wait for another address', async () => {
  const [old, next] = [await driver.newAdmin(), await driver.newAdmin()];
  const domain = `${randomUUID()}.example`;
  const email = newAddress(domain);
  const { record } = await driver.claimed(old, domain);
  const person = await createAccount(deps, { companyId: old.account.companyId, email, secondStep: 'off' });
  service.deps.records.set(record.name, []);
  await loseRecord(domain);
  expect(nameOf(await signIn(deps, email, undefined, caller()))).toBe('answered');

  await driver.claimed(next, domain);
  expect(nameOf(await signIn(deps, email, undefined, caller()))).toBe('credentials');
  expect(await invite(next, email)).toMatchObject({ ok: true });
  expect(nameOf(await accept(deps, await newestLink(deps, email, 'invitation'), caller()))).toBe('answered');
  expect(nameOf(await signIn(deps, email, chosenPassword, caller()))).toBe('answered');

  const listed = await driver.call('readUser', { as: old, params: { userId: person.id } });
  expect(listed.body).toMatchObject({ email, status: 'active', addressLost: true });
  const moved = await driver.call('requestEmailChange', {
    as: old,
    params: { userId: person.id },
    body: { email: newAddress() },
  });
  expect(moved.status).toBe(202);
});

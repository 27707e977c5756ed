/** The daily check of claimed domains, and what becomes of one that is lost (docs/decisions/lost-domains.md). */
import { afterAll, expect, it } from 'vitest';
import { days, hours } from '@app/contract/fields/durations.ts';

import { createDomainDriver } from '#test/drivers/domain-driver.ts';
import type { SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { mailsTo } from '#test/setup/test-deps.ts';

import { verifyDomainClaim } from '#store/dashboard/single-sign-on/domain-claims.ts';
import { checkDueDomains } from './check-domains.ts';

const service = await createTestApp();
const driver = createDomainDriver(service);
afterAll(() => service.close());

const check = () => checkDueDomains(service.deps);

it('G5: loses a domain after three days without the record, tells every admin once, and goes on', async () => {
  const admin = await driver.newAdmin();
  const other = await driver.signedIn({ companyId: admin.account.companyId, language: 'de' });
  const { record } = await driver.claimed(admin, 'harbour-h.example');
  const nextDay = async () => {
    service.deps.advance(days(1) + 1000);
    // Two instances at the same moment.
    return (await Promise.all([check(), check()])).reduce((sum, count) => sum + count);
  };
  expect(await nextDay()).toBeGreaterThan(0);
  const again = await driver.signedIn({ companyId: admin.account.companyId });
  const state = async () =>
    await service.deps.store.durable
      .selectFrom('domain_claims')
      .select(['failed_checks', 'lost_at'])
      .where('domain', '=', 'harbour-h.example')
      .executeTakeFirstOrThrow();

  service.deps.records.set(record.name, undefined);
  await nextDay();
  expect(await state()).toMatchObject({ failed_checks: 0, lost_at: null });
  service.deps.records.set(record.name, []);
  await nextDay();
  await nextDay();
  expect(await state()).toMatchObject({ failed_checks: 2, lost_at: null });
  await nextDay();
  expect((await state()).lost_at).not.toBeNull();
  await nextDay();
  for (const { account } of [admin, other, again]) {
    const mails = (await mailsTo(service.deps, account.email)).filter(({ kind }) => kind === 'domainLost');
    expect(mails.map(({ values }) => values?.['domain'])).toEqual(['harbour-h.example']);
  }
  const lost = await driver.signedIn({ companyId: admin.account.companyId });
  expect((await driver.list(lost))[0]).toMatchObject({ state: 'lost', problem: 'noRecord' });
  // Nobody is locked out meanwhile.
  const rows = await service.deps.store.durable
    .selectFrom('domains')
    .select('company_id')
    .where('domain', '=', 'harbour-h.example')
    .execute();
  expect(rows).toEqual([{ company_id: admin.account.companyId }]);

  service.deps.records.set(record.name, [record.value]);
  await nextDay();
  expect((await driver.list(await driver.signedIn({ companyId: admin.account.companyId })))[0]?.state).toBe(
    'verified',
  );
});

it('G5: lets another company take a lost domain over, by verifying it alone', async () => {
  const admin = await driver.newAdmin();
  const { record } = await driver.claimed(admin, 'harbour-i.example');
  service.deps.records.set(record.name, []);
  for (let day = 0; day < 3; day++) {
    service.deps.advance(days(1) + hours(1));
    await check();
  }
  const heir = await driver.newAdmin();
  const { body } = await driver.add(heir, 'harbour-i.example');
  expect((await driver.verify(heir, 'harbour-i.example')).refusal).toBe('recordNotFound');
  driver.publish(body);
  expect((await driver.verify(heir, 'harbour-i.example')).body.state).toBe('verified');
  const mailsOf = async ({ account }: SignedIn) =>
    (await mailsTo(service.deps, account.email)).filter(({ kind }) => kind === 'domainTakenOver');
  // The company that had it is told once, and its heir is not.
  await driver.verify(heir, 'harbour-i.example');
  expect((await mailsOf(admin)).map(({ values }) => values)).toMatchObject([
    { domain: 'harbour-i.example', url: '/dashboard/single-sign-on?domain=harbour-i.example' },
  ]);
  expect(await mailsOf(heir)).toEqual([]);
  const entriesOf = async ({ account: { companyId } }: SignedIn) => {
    const as = await driver.signedIn({ companyId });
    const { items } = (await driver.call('listAuditEntries', { as })).body;
    return new Set(items.map(({ actor, action, target }) => `${action} ${target} by ${actor?.email}`));
  };
  const ofAdmin = `harbour-i.example by ${admin.account.email}`;
  const byNone = 'harbour-i.example by undefined';
  expect(await entriesOf(admin)).toEqual(
    new Set([
      `domainAdded ${ofAdmin}`,
      `domainVerified ${ofAdmin}`,
      `domainLost ${byNone}`,
      `domainTakenOver ${byNone}`,
    ]),
  );
  const ofHeir = `harbour-i.example by ${heir.account.email}`;
  expect(await entriesOf(heir)).toEqual(new Set([`domainAdded ${ofHeir}`, `domainVerified ${ofHeir}`]));
  const before = await driver.signedIn({ companyId: admin.account.companyId });
  expect((await driver.list(before))[0]?.state).toBe('pending');
  service.deps.records.set(record.name, [record.value, body.record.value]);
  expect((await driver.verify(before, 'harbour-i.example')).refusal).toBe('claimedElsewhere');
});

it('brings no domain back that was removed while it was being looked up', async () => {
  const admin = await driver.newAdmin();
  const domain = 'harbour-m.example';
  await driver.claimed(admin, domain);
  await driver.call('removeDomain', { as: admin, params: { domain } });
  const { companyId } = admin.account;
  const { store, clock } = service.deps;
  await store.durable.transaction().execute((db) => verifyDomainClaim(db, { companyId, domain }, clock()));
  const rows = await store.durable
    .selectFrom('domains')
    .select('domain')
    .where('domain', '=', domain)
    .execute();
  expect(rows).toEqual([]);
});

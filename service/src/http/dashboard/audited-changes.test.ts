/**
 * Every change by an admin is in the audit log, and the log cannot be changed. The cases are made of the contract's
 * entries: a changing call without a case does not compile, and one whose success leaves no entry fails.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import {
  type DashboardCallName,
  dashboardEndpoints,
  type Endpoint,
  type Endpoints,
} from '@app/contract/calls/endpoints.ts';

import { auditActions } from '@app/contract/dashboard/audit-actions.ts';
import { type CallParts, createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { createSsoCompany, keysWithSaml } from '#test/drivers/sso-driver.ts';
import { insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

/** The changing calls of admins. */
type Changing = {
  [Name in DashboardCallName]: Endpoints[Name] extends { audience: 'admin'; method: infer Method }
    ? Method extends 'GET'
      ? never
      : Name
    : never;
}[DashboardCallName];
type Parts = Omit<CallParts, 'as'>;
/** Prepares what the call changes. */
type Case = (admin: SignedIn) => Promise<Parts>;

const service = await createTestApp({ keys: keysWithSaml() });
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const userOf = async ({ account: { companyId } }: SignedIn): Promise<string> =>
  (await createAccount(service.deps, { companyId, roles: [] })).id;

async function invitedBy(admin: SignedIn): Promise<string> {
  const body = { invitations: [{ email: `guest-${randomUUID()}@guest.test` }] };
  const answer = await driver.call('invite', { as: admin, body });
  return answer.body.results[0]?.id ?? '';
}

async function domainOf(admin: SignedIn): Promise<string> {
  const domain = `d${randomUUID()}.test`;
  await driver.call('addDomain', { as: admin, body: { domain } });
  return domain;
}

const newEmail = () => ({ email: `new-${randomUUID()}@northline.test` });

const cases: Readonly<Record<Exclude<Changing, 'startSamlTest'>, Case>> = {
  renameUser: async (admin) => ({ params: { userId: await userOf(admin) }, body: { name: 'Ivy Lang' } }),
  changeUsers: async (admin) => ({
    body: { ids: [await userOf(admin)], change: { secondStep: 'always' } },
  }),
  signOutUsers: async (admin) => {
    // A session that ends is the change.
    const { account } = await driver.signedIn({ companyId: admin.account.companyId, roles: [] });
    return { body: { ids: [account.id] } };
  },
  requestEmailChange: async (admin) => ({ params: { userId: await userOf(admin) }, body: newEmail() }),
  cancelEmailChange: async (admin) => {
    const params = { userId: await userOf(admin) };
    await driver.call('requestEmailChange', { as: admin, params, body: newEmail() });
    return { params };
  },
  requestNewPassword: async (admin) => ({ params: { userId: await userOf(admin) } }),
  removeUserFactors: async (admin) => {
    const userId = await userOf(admin);
    await setUpAuthenticator(service.deps, userId);
    return { params: { userId } };
  },
  giveTemporaryPass: async (admin) => ({ params: { userId: await userOf(admin) } }),
  endUserSession: async (admin) => {
    const { account } = await driver.signedIn({ companyId: admin.account.companyId, roles: [] });
    const params = { userId: account.id };
    const { body } = await driver.call('listUserSessions', { as: admin, params });
    return { params: { ...params, sessionId: body.items[0]?.id ?? '' } };
  },
  forgetUserDevice: async (admin) => {
    const userId = await userOf(admin);
    const device = randomBytes(32);
    const { clock, store } = service.deps;
    const known = { accountId: userId, device, userAgent: undefined, how: 'proven' } as const;
    await insertDevice(known, clock()).execute(store.durable);
    return { params: { userId, deviceId: device.toString('hex') } };
  },
  invite: async () => ({ body: { invitations: [{ email: `guest-${randomUUID()}@guest.test` }] } }),
  resendInvitations: async (admin) => ({ body: { ids: [await invitedBy(admin)] } }),
  revokeInvitations: async (admin) => ({ body: { ids: [await invitedBy(admin)] } }),
  revokeInvitation: async (admin) => ({ params: { invitationId: await invitedBy(admin) } }),
  addDomain: async () => ({ body: { domain: `d${randomUUID()}.test` } }),
  verifyDomain: async (admin) => {
    const domain = await domainOf(admin);
    const { body } = await driver.call('listDomains', { as: admin });
    const record = body.items.find((item) => item.domain === domain)?.record;
    service.deps.records.set(record?.name ?? '', [record?.value ?? '']);
    return { params: { domain } };
  },
  removeDomain: async (admin) => ({ params: { domain: await domainOf(admin) } }),
  deleteSamlConfiguration: async () => ({}),
  changePolicy: async (admin) => {
    const { body } = await driver.call('readPolicy', { as: admin });
    return { body: { secondStep: 'unrecognised', version: body.version } };
  },
};

const entriesOf = async ({ account: { companyId } }: SignedIn): Promise<number> =>
  (
    await service.deps.store.durable
      .selectFrom('audit_log')
      .select('id')
      .where('company_id', '=', companyId)
      .execute()
  ).length;

it('writes an entry for every successful change by an admin', async () => {
  const unaudited: string[] = [];
  let changes = 0;
  for (const [name, prepare] of Object.entries(cases) as [keyof typeof cases, Case][]) {
    const company = await createSsoCompany(service.deps);
    const admin = await driver.signedIn({ companyId: company.id });
    const parts = await prepare(admin);
    const before = await entriesOf(admin);
    const { status, text } = await driver.call(name, { as: admin, ...parts });
    expect([name, status < 300], text).toEqual([name, true]);
    if ((await entriesOf(admin)) === before) unaudited.push(name);
    changes += 1;
  }
  expect(unaudited).toEqual([]);
});

it('has a case for every changing call, but the test sign-in, which changes no setting', () => {
  const changing = Object.entries(dashboardEndpoints).flatMap(([name, entry]) => {
    const { audience, method }: Endpoint = entry;
    return audience === 'admin' && method !== 'GET' ? [name] : [];
  });
  expect(changing.toSorted()).toEqual([...Object.keys(cases), 'startSamlTest'].toSorted());
});

it('shows who did what, with the values before and after', async () => {
  const admin = await driver.signedIn({ companyId: (await createSsoCompany(service.deps)).id });
  const person = await createAccount(service.deps, { companyId: admin.account.companyId, roles: [] });
  const body = { ids: [person.id], change: { secondStep: 'off' } };
  await driver.call('changeUsers', { as: admin, body });
  const read = async (query: Record<string, string> = {}) =>
    (await driver.call('listAuditEntries', { as: admin, query })).body;
  const { items, total } = await read();
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    actor: { id: admin.account.id, email: admin.account.email },
    action: 'secondStepChanged',
    target: person.email,
    after: { secondStep: 'off' },
  });
  expect((await read({ search: person.email.slice(0, 9).toUpperCase() })).total).toBe(1);
  expect((await read({ action: 'roleChanged' })).total).toBe(0);
  expect((await read({ actorId: randomUUID() })).total).toBe(0);
  expect(auditActions).toContain(items[0]?.action);
});

it('names people: the admin, the person, and who keeps the password', async () => {
  const company = await createSsoCompany(service.deps);
  const admin = await driver.signedIn({ companyId: company.id, name: 'Ada Moreau' });
  const person = await createAccount(service.deps, { companyId: company.id, roles: [], name: 'Ivy Lang' });
  const sso = { required: true, breakGlassUserId: admin.account.id };
  await insertAuditEntries(
    service.deps.store.durable as never,
    [
      {
        companyId: company.id,
        actor: { id: admin.account.id, email: admin.account.email },
        action: 'policyChanged',
        targetId: person.id,
        before: { sso: { required: false } },
        after: { sso },
        requestId: undefined,
      },
    ],
    service.deps.clock() + 1,
  );
  const { body } = await driver.call('listAuditEntries', { as: admin });
  expect(body.items[0]).toMatchObject({
    actor: { name: 'Ada Moreau' },
    targetName: 'Ivy Lang',
    before: { sso: { required: false } },
    after: { sso: { ...sso, breakGlassEmail: admin.account.email } },
  });
});

it('G6: cannot be changed, not even by the service', async () => {
  const { durable } = service.deps.store;
  const changes = {
    update: sql`update audit_log set actor_email = 'x@x.test'`,
    delete: sql`delete from audit_log`,
    truncate: sql`truncate audit_log`,
  };
  const before = await durable.selectFrom('audit_log').selectAll().execute();
  expect(before.length).toBeGreaterThan(0);
  for (const [name, change] of Object.entries(changes))
    await expect(change.execute(durable), name).rejects.toThrow('audit_log is append-only');
  expect(await durable.selectFrom('audit_log').selectAll().execute()).toEqual(before);
});

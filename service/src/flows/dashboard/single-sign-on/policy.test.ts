/**
 * The policy over HTTP: the conditions for requiring single sign-on, the accounts that it changes, and two concurrent
 * admins.
 */
import { afterAll, expect, it } from 'vitest';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createSsoCompany, keysWithSaml, type SsoCompany } from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';
import { createAccount, mailsTo, rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp({ keys: keysWithSaml() });
const driver = createDashboardDriver(service);
afterAll(() => service.close());

async function newCompany({ tested = true } = {}): Promise<{ company: SsoCompany; admin: SignedIn }> {
  const company = await createSsoCompany(service.deps);
  const admin = await driver.signedIn({ companyId: company.id, email: `boss@${company.domains[0]}` });
  if (tested)
    await service.deps.store.durable
      .updateTable('saml_configurations')
      .set({ tested_at: new Date(service.deps.clock()) })
      .where('company_id', '=', company.id)
      .execute();
  return { company, admin };
}

const change = (as: SignedIn, body: object) => driver.call('changePolicy', { as, body });
const requiring = (breakGlassUserId: string, version = 0) => ({
  sso: { required: true, breakGlassUserId },
  version,
});
const methodOf = async (id: string) =>
  (
    await service.deps.store.durable
      .selectFrom('accounts')
      .select('method')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).method;

it('changes the second step, and tells a later admin what it is now', async () => {
  const { admin } = await newCompany();
  expect((await driver.call('readPolicy', { as: admin })).body).toEqual({
    secondStep: 'always',
    sso: { required: false },
    version: 0,
  });
  expect((await change(admin, { secondStep: 'unrecognised', version: 0 })).body.version).toBe(1);
  const late = await change(admin, { secondStep: 'off', version: 0 });
  expect([late.status, late.refusal]).toEqual([409, 'changedMeanwhile']);
  expect(JSON.parse(late.text).present).toMatchObject({ secondStep: 'unrecognised', version: 1 });
});

it('counts whom the second step of the company concerns: active, with a password, without an own setting', async () => {
  const { company, admin } = await newCompany();
  await createAccount(service.deps, { companyId: company.id });
  for (const other of [
    { secondStep: 'off' },
    { method: 'google' },
    { method: 'saml' },
    { status: 'disabled' },
    { status: 'unconfirmed' },
  ] as const)
    await createAccount(service.deps, { companyId: company.id, ...other });
  expect((await driver.call('readPolicyEffect', { as: admin })).body).toMatchObject({
    companySecondStep: 1,
    // The admin of these tests has their own setting, too.
    ownSecondStep: { always: 0, unrecognised: 0, off: 2 },
  });
});

it('of two admins at once, one changes it', async () => {
  const { company, admin } = await newCompany();
  const second = await driver.signedIn({ companyId: company.id });
  let winners = 0;
  for (let version = 0; version < rounds; version++) {
    const answers = await Promise.all([
      change(admin, { secondStep: 'off', version }),
      change(second, { secondStep: 'always', version }),
    ]);
    winners += answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ refusal }) => refusal === 'changedMeanwhile')).toHaveLength(1);
  }
  expect(winners).toBe(rounds);
});

it('G4: requires single sign-on only with a provider, a domain, a test, and an admin who keeps the password', async () => {
  const { company, admin } = await newCompany({ tested: false });
  const ask = () => change(admin, requiring(admin.account.id));
  expect((await ask()).refusal).toBe('testRequired');
  const db = service.deps.store.durable;
  await db
    .updateTable('saml_configurations')
    .set({ tested_at: new Date() })
    .where('company_id', '=', company.id)
    .execute();
  await db
    .updateTable('domain_claims')
    .set({ lost_at: new Date() })
    .where('company_id', '=', company.id)
    .execute();
  expect((await ask()).refusal).toBe('ssoNotConfigured');
  await db.updateTable('domain_claims').set({ lost_at: null }).where('company_id', '=', company.id).execute();

  const other = await newCompany();
  const unfit = [
    await createAccount(service.deps, { companyId: company.id, roles: ['Agent'] }),
    await createAccount(service.deps, { companyId: company.id, method: 'google' }),
    await createAccount(service.deps, { companyId: company.id, status: 'disabled' }),
    await createAccount(service.deps, { companyId: company.id, status: 'unconfirmed' }),
    other.admin.account,
  ];
  for (const { id } of unfit) {
    const answer = await change(admin, requiring(id));
    expect(JSON.parse(answer.text).fields).toEqual({ breakGlassUserId: ['is_invalid'] });
  }
  const none = await change(admin, { sso: { required: true }, version: 0 });
  expect(JSON.parse(none.text).fields).toEqual({ breakGlassUserId: ['is_required'] });
  expect((await ask()).status).toBe(200);
  expect((await driver.call('deleteSamlConfiguration', { as: admin })).refusal).toBe('ssoRequired');
});

it('changes every account but one, says so before, and ends their sessions', async () => {
  const { company, admin } = await newCompany();
  const [domain] = company.domains;
  const ben = await driver.signedIn({ companyId: company.id, roles: ['Agent'], email: `ben@${domain}` });
  const gina = await createAccount(service.deps, {
    companyId: company.id,
    method: 'google',
    email: `gina@${domain}`,
    roles: [],
  });
  const guest = await createAccount(service.deps, { companyId: company.id, roles: [] });
  const stranger = await newCompany();

  const effect = (await driver.call('readPolicyEffect', { as: admin })).body;
  expect(effect).toMatchObject({
    changing: { password: 3, google: 1 },
    outsideDomains: 1,
    outsideExamples: [guest.email],
    alreadySaml: 0,
    sessionsEnding: 2,
  });
  const query = { breakGlassUserId: admin.account.id };
  expect((await driver.call('readPolicyEffect', { as: admin, query })).body).toMatchObject({
    changing: { password: 2, google: 1 },
    outsideDomains: 1,
    sessionsEnding: 1,
  });
  expect(effect.breakGlassAdmins.map(({ id }) => id)).toEqual([admin.account.id]);

  const answer = await change(admin, requiring(admin.account.id));
  expect(answer.body).toMatchObject({ sso: { required: true, breakGlassUserId: admin.account.id } });
  expect(await Promise.all([ben.account.id, gina.id, guest.id].map(methodOf))).toEqual([
    'saml',
    'saml',
    'saml',
  ]);
  expect(await methodOf(admin.account.id)).toBe('password');
  expect(await methodOf(stranger.admin.account.id)).toBe('password');
  expect((await driver.call('readAccount', { as: ben })).status).toBe(401);
  expect((await driver.call('readAccount', { as: admin })).status).toBe(200);
  const byPassword = async (email: string) =>
    (
      await service.app.inject({
        method: 'POST',
        url: '/auth/v2/users/session',
        payload: { email, password: rightPassword },
        remoteAddress: '10.77.0.1',
      })
    ).statusCode;
  expect(await byPassword(ben.account.email)).toBe(403);
  expect(await byPassword(admin.account.email)).toBe(200);

  // The audit log is read in the order of its times.
  service.deps.advance(1000);
  const off = await change(admin, { sso: { required: false }, version: 1 });
  expect(off.body.sso).toEqual({ required: false });
  expect(await Promise.all([ben.account.id, gina.id].map(methodOf))).toEqual(['password', 'google']);
  const audit = await service.deps.store.durable
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('company_id', '=', company.id)
    .orderBy('at')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['policyChanged', 'policyChanged']);
  expect(audit[0]?.after).toMatchObject({ accountsChanged: 3 });
});

it('names everybody who would be locked out, a part at a time', async () => {
  const { company, admin } = await newCompany();
  const emails = Array.from(
    { length: 205 },
    (_, at) => `guest-${String(at).padStart(3, '0')}@${company.id}.test`,
  );
  for (const email of emails)
    await createAccount(service.deps, { companyId: company.id, email, name: `Guest ${email}` });
  const found: string[] = [];
  for (;;) {
    const query = { breakGlassUserId: admin.account.id, outsideAfter: found.at(-1) ?? '' };
    const { body } = await driver.call('readPolicyEffect', { as: admin, query });
    expect(body.outsideDomains).toBe(205);
    const part = body.outsidePeople ?? [];
    if (part.length === 0) break;
    expect(part.every(({ name, email }) => name === `Guest ${email}`)).toBe(true);
    found.push(...part.map(({ email }) => email));
  }
  expect(found).toEqual(emails);
});

it('sends open invitations again when it is required, to those alone who can sign in', async () => {
  const { company, admin } = await newCompany();
  const { durable } = service.deps.store;
  const [inside, outside] = [`ivy@${company.domains[0]}`, `guest@outside-${company.id}.test`];
  // Without the provider's word for it: both were invited with a password.
  await durable
    .updateTable('domains')
    .set({ method: 'password' })
    .where('company_id', '=', company.id)
    .execute();
  const invitations = [{ email: inside }, { email: outside }];
  await driver.call('invite', { as: admin, body: { invitations } });
  expect((await change(admin, requiring(admin.account.id))).status).toBe(200);
  const unsent = async (email: string) =>
    (
      await durable
        .selectFrom('outbox')
        .select('kind')
        .where('recipient', '=', email)
        .where('payload', 'is not', null)
        .execute()
    ).map(({ kind }) => kind);
  expect(await unsent(inside)).toEqual(['methodInvitation']);
  const mails = await mailsTo(service.deps, inside);
  expect(mails.find(({ kind }) => kind === 'methodInvitation')?.values).toMatchObject({ method: 'saml' });
  expect((await unsent(outside)).filter((kind) => kind === 'methodInvitation')).toEqual([]);
  const links = durable.selectFrom('links').select('email').where('cancelled_at', 'is', null);
  expect(await links.where('email', 'in', [inside, outside]).execute()).toEqual([]);
});

it('the last verified domain stays while single sign-on is required', async () => {
  const { company, admin } = await newCompany();
  const [first = '', second = ''] = company.domains;
  await change(admin, requiring(admin.account.id));
  const remove = (domain: string) => driver.call('removeDomain', { as: admin, params: { domain } });
  expect((await remove(second)).status).toBe(204);
  expect((await remove(first)).refusal).toBe('ssoRequired');
});

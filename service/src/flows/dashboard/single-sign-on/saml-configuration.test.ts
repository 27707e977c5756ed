/** The company's SAML configuration over HTTP: a preview, two certificates together, our values, and its removal. */
import { afterAll, expect, it } from 'vitest';
import { minutes } from '@app/contract/fields/durations.ts';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createSsoCompany, keysWithSaml } from '#test/drivers/sso-driver.ts';
import { keyDescriptor, plainMetadata, post } from '#test/saml/idp-metadata.ts';
import { createUploads, makeCertificate, multipartOf } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

const [oldOne, newOne] = [await makeCertificate(20), await makeCertificate(400)];
const metadata = (certificate: string): string => plainMetadata({ keys: keyDescriptor(certificate) });

const service = await createTestApp({ keys: keysWithSaml() });
const driver = createDashboardDriver(service);
afterAll(() => service.close());

const newAdmin = async (): Promise<SignedIn> =>
  driver.signedIn({ companyId: (await createSsoCompany(service.deps)).id });
const read = async (as: SignedIn) => (await driver.call('readSamlConfiguration', { as })).body;

let client = 0;
async function upload(
  as: SignedIn,
  file: string | undefined,
  { preview = false, keep = false, email }: { preview?: boolean; keep?: boolean; email?: string } = {},
) {
  const form = new FormData();
  form.append('keepCertificates', String(keep));
  if (email !== undefined) form.append('emailAttribute', email);
  if (file !== undefined) form.append('file', new Blob([file]), 'metadata.xml');
  const { body, type } = await multipartOf(form);
  const url = `/auth/v1/companies/${as.account.companyId}/saml/configuration${preview ? '?preview=true' : ''}`;
  const headers = { 'content-type': type, authorization: `Bearer ${as.token}` };
  client += 1;
  return service.app.inject({
    method: 'PUT',
    url,
    payload: body,
    headers,
    remoteAddress: `10.9.0.${client}`,
  });
}

it('previews what would be saved, and changes nothing', async () => {
  const admin = await newAdmin();
  const before = await read(admin);
  const answer = await upload(admin, metadata(newOne), { preview: true });
  expect([answer.statusCode, answer.json().certificates.length]).toEqual([200, 1]);
  expect(await read(admin)).toEqual(before);
  const bad = await upload(admin, '<a/>', { preview: true });
  expect([bad.statusCode, bad.json().fields]).toEqual([422, { file: ['not_metadata'] }]);
});

it('saves only after a recent sign-in, and no earlier test counts any longer', async () => {
  const admin = await newAdmin();
  await service.deps.store.durable
    .updateTable('saml_configurations')
    .set({ tested_at: new Date() })
    .where('company_id', '=', admin.account.companyId)
    .execute();
  expect(await read(admin)).toHaveProperty('testedAt');
  await service.deps.store.durable
    .updateTable('families')
    .set({ created_at: new Date(service.deps.clock() - minutes(16)) })
    .where('account_id', '=', admin.account.id)
    .execute();
  const late = await upload(admin, metadata(newOne));
  expect([late.statusCode, late.json().error.name]).toEqual([401, 'reauthenticationRequired']);
  expect(late.headers['www-authenticate']).toContain('insufficient_user_authentication');
  expect((await upload(admin, metadata(newOne), { preview: true })).statusCode).toBe(200);
  const again = await driver.signedIn({ companyId: admin.account.companyId });
  expect((await upload(again, metadata(newOne))).statusCode).toBe(200);
  expect(await read(again)).not.toHaveProperty('testedAt');
  const audit = await service.deps.store.durable
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('company_id', '=', admin.account.companyId)
    .execute();
  expect(audit).toEqual([{ action: 'samlConfigured', actor_id: again.account.id }]);
});

it('keeps the old certificate beside the new one while the provider changes its key', async () => {
  const admin = await newAdmin();
  const fingerprints = async () => (await read(admin)).certificates?.map(({ fingerprint }) => fingerprint);
  await upload(admin, metadata(oldOne));
  const [old] = (await fingerprints()) ?? [];
  await upload(admin, metadata(newOne), { keep: true });
  const both = await fingerprints();
  expect(both).toHaveLength(2);
  expect(both?.[1]).toBe(old);
  // The same file again adds nothing, and without it only the file's is left.
  await upload(admin, metadata(newOne), { keep: true });
  expect(await fingerprints()).toEqual(both);
  await upload(admin, metadata(newOne));
  expect(await fingerprints()).toEqual([both?.[0]]);
});

it('changes which attribute is the email without a file, and the test has to pass again', async () => {
  const admin = await newAdmin();
  const { companyId } = admin.account;
  const without = await driver.signedIn();
  expect((await upload(without, undefined, { email: 'mail' })).json().fields).toEqual({
    file: ['is_required'],
  });
  await upload(admin, metadata(newOne));
  const before = await read(admin);
  const { durable } = service.deps.store;
  const tested = durable.updateTable('saml_configurations').set({ tested_at: new Date() });
  await tested.where('company_id', '=', companyId).execute();
  expect((await upload(admin, undefined)).json().fields).toEqual({ file: ['is_required'] });
  expect((await upload(admin, undefined, { email: 'a\u0007b' })).json().fields).toEqual({
    emailAttribute: ['is_invalid'],
  });
  expect((await upload(admin, undefined, { email: 'mail' })).statusCode).toBe(200);
  const { updatedAt: _then, ...kept } = before;
  expect(await read(admin)).toMatchObject({ ...kept, emailAttribute: 'mail' });
  expect(await read(admin)).not.toHaveProperty('testedAt');
  await upload(admin, undefined, { email: '' });
  expect(await read(admin)).not.toHaveProperty('emailAttribute');
});

it('gives our own values, and removes the provider', async () => {
  const admin = await newAdmin();
  const { serviceProvider } = await read(admin);
  const base = `http://localhost:4000/auth/v1/saml/${admin.account.companyId}`;
  expect(serviceProvider).toMatchObject({
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    startUrl: `${base}/start`,
    logoutUrl: `${base}/logout`,
    metadataUrl: `${base}/metadata`,
    certificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/),
  });
  expect((await driver.call('deleteSamlConfiguration', { as: admin })).status).toBe(204);
  expect(await read(admin)).toEqual({ serviceProvider });
  expect((await driver.call('deleteSamlConfiguration', { as: admin })).status).toBe(404);
  expect((await driver.call('startSamlTest', { as: admin })).refusal).toBe('ssoNotConfigured');
});

it('G4: keeps the provider while no admin could sign in without it', async () => {
  const admin = await newAdmin();
  const { companyId } = admin.account;
  const remove = () => driver.call('deleteSamlConfiguration', { as: admin });
  const accounts = service.deps.store.durable.updateTable('accounts');
  await createAccount(service.deps, { companyId, roles: ['Agent'] });
  const other = await createAccount(service.deps, { companyId, status: 'disabled' });
  await driver.useSaml(admin);
  expect((await remove()).refusal).toBe('notPossible');
  expect(await read(admin)).toHaveProperty('entityId');
  await accounts.set({ status: 'active', method: 'google' }).where('id', '=', other.id).execute();
  expect((await remove()).status).toBe(204);
});

it('D2: takes no login address of our own, to which our page would post, and drops such a logout address', async () => {
  const own = 'https://login.northline.test';
  const allowedOrigins = ['https://app.northline.test'];
  const settings = { environment: 'production', publicUrl: own, allowedOrigins } as const;
  const deployed = await createTestApp({ keys: keysWithSaml(), settings });
  const uploads = createUploads(deployed);
  const admin = await uploads.signedIn();
  const bring = async (login: string, logout?: string) => {
    const services = `<md:SingleSignOnService ${post} Location="${login}"/>`;
    const file = plainMetadata({
      keys: keyDescriptor(newOne),
      services,
      ...(logout !== undefined && { logout }),
    });
    return (await uploads.upload(admin, { file })).json();
  };
  for (const login of [
    `${own}/login/success`,
    'HTTPS://LOGIN.northline.test:443/',
    'https://app.northline.test/x',
  ])
    expect((await bring(login)).fields, login).toEqual({ file: ['login_address'] });
  const saved = await bring(`${own}:8443/login`, `${own}/login/success`);
  expect(saved).toMatchObject({ ssoUrl: `${own}:8443/login`, dropped: [{ reason: 'logout_address' }] });
  await deployed.close();
});

/**
 * Threat D1: anyone can sign up a company, become its admin and upload metadata with any https address. The service
 * redirects there only once the company has a claimed domain.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';

import { insertCompany, claimDomain } from '#store/accounts/accounts.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { createUploads, makeCertificate } from '#test/saml/saml-uploads.ts';
import { createSsoCompany, keysWithSaml, newAttempt, withoutSupportCode } from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp({ keys: keysWithSaml() });
afterAll(() => service.close());

const back = 'http://localhost:4000/login/sso?state=x';

it("D1: redirects to a provider's addresses only for a company with a claimed domain", async () => {
  const db = service.deps.store.durable;
  const companyId = randomUUID();
  await insertCompany(db, { id: companyId, name: 'Anybody Ltd' });
  const uploads = createUploads(service);
  const admin = await uploads.signedIn({ companyId });
  const file = plainMetadata({
    keys: keyDescriptor(await makeCertificate(365)),
    login: 'https://evil.test/login',
    logout: 'https://evil.test/out',
  });
  expect((await uploads.upload(admin, { file })).statusCode).toBe(200);

  const start = `login?redirect_uri=${encodeURIComponent(back)}`;
  // A link that is not our page's has no proof of an attempt.
  const ways = [`${start}&code_challenge=${'A'.repeat(43)}`, start, 'logout'];
  const led = async () => {
    const to: string[] = [];
    for (const way of ways) {
      const { headers } = await service.app.inject({ url: `/auth/v1/saml/${companyId}/${way}` });
      const next = String(headers.location).replace(/\?SAMLRequest.*/, '');
      to.push(next.includes('error=') ? withoutSupportCode(next) : next);
    }
    return to;
  };
  const before = await led();
  expect(before).toEqual([`${back}&error=sso-not-configured`, `${back}&error=sso-error`, '/login']);
  expect(await db.selectFrom('saml_requests').select('id').execute()).toEqual([]);

  await claimDomain(db, { domain: 'anybody.test', companyId, method: 'saml' });
  // A logout redirects there only with the token of a session.
  expect(await led()).toEqual(['https://evil.test/login', `${back}&error=sso-error`, '/login']);
});

it('D2: makes no page that posts to our own host, whatever address is stored', async () => {
  const settings = { environment: 'production', publicUrl: 'https://login.northline.test' } as const;
  const deployed = await createTestApp({ keys: keysWithSaml(), settings });
  const led = async (ssoUrl: string) => {
    const { id } = await createSsoCompany(deployed.deps, { ssoUrl });
    const posts = deployed.deps.store.durable.updateTable('saml_configurations').set({ sso_binding: 'post' });
    await posts.where('company_id', '=', id).execute();
    const redirect = `${settings.publicUrl}/login/sso?state=x`;
    const query = new URLSearchParams({ redirect_uri: redirect, code_challenge: newAttempt().codeChallenge });
    const url = `/auth/v1/saml/${id}/login?${query}`;
    return deployed.app.inject(url);
  };
  expect((await led('https://idp.test/login')).body).toContain('action="https://idp.test/login"');
  const own = await led(`${settings.publicUrl}/login/success`);
  expect([own.statusCode, own.body.includes('<form')]).toEqual([404, false]);
  await deployed.close();
});

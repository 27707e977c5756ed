/** A provider that publishes HTTP-POST only, as JumpCloud, OneLogin and PingFederate do: sign-in and test, by the stand-in. */
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { samlAddresses } from '#security/saml/addresses.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { exchange, keysWithSaml, newAttempt, readRedirect } from '#test/drivers/sso-driver.ts';
import { createUploads } from '#test/saml/saml-uploads.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import { identityProviderAddresses, identityProviderMetadata } from './identity-provider-answer.ts';
import { makeIdentityProviderKey } from './identity-provider-configuration.ts';
import { installIdentityProvider } from './identity-provider.ts';

const publicUrl = 'http://localhost:4000';
const { ssoUrl } = identityProviderAddresses(publicUrl);
const sam = 'sam@northline-sso.test';

let service: TestApp;
let admin: SignedIn;
/** The address that the admin uploaded the metadata for. */
let companyId: string;
let metadata: string;
beforeAll(async () => {
  const key = await makeIdentityProviderKey();
  service = await createTestApp({
    keys: keysWithSaml(),
    deps: { clock: () => Date.now() },
    app: { extend: (app, headers, deps) => installIdentityProvider(app, headers, deps, key) },
  });
  admin = await createDashboardDriver(service).signedIn({ roles: ['Admin'] });
  ({ companyId } = admin.account);
  metadata = identityProviderMetadata(publicUrl, key, 'post');
  const uploaded = await createUploads(service).upload(
    {
      id: admin.account.id,
      companyId,
      tokens: { access_token: admin.token, id_token: '', refresh_token: '' },
    },
    { file: metadata },
  );
  expect([uploaded.statusCode, uploaded.json().ssoUrl]).toEqual([200, ssoUrl]);
  await createAccount(service.deps, { companyId, method: 'saml', email: sam });
});
afterAll(() => service.close());

const get = (url: string, site = 'same-origin') =>
  service.app.inject({ url, headers: { host: 'localhost:4000', 'sec-fetch-site': site } });
const post = (url: string, fields: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams(fields).toString(),
  });
/** What the form of a posting page sends where. */
function formIn({ body }: { body: string }) {
  const text = (value: string) =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    action: text(/<form method="post" action="([^"]*)"/.exec(body)?.[1] ?? ''),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, text(value)])),
  };
}
/** Presses the account's button at the provider; what its page posts back to us. */
async function answerOf(form: ReturnType<typeof formIn>) {
  const picked = formIn(await post(form.action, form.fields));
  return formIn(await post(picked.action, { ...picked.fields, account: sam }));
}

it('posts the signed request, by script or button, and takes the answer', async () => {
  await claimDomain(service.deps.store.durable, { domain: 'northline-sso.test', companyId, method: 'saml' });
  const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
  const query = new URLSearchParams({ redirect_uri: redirectUri, code_challenge: codeChallenge });
  const page = await get(`/auth/v1/saml/${companyId}/login?${query}&force_authn=true`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<script type="module" src="/auth/v1/saml/post.js">');
  expect(page.body).toContain('<button>Continue</button>');
  expect(page.headers['content-security-policy']).toMatch(/form-action 'self'(?: [^;]*)?;/);
  const form = formIn(page);
  expect([form.action, Object.keys(form.fields)]).toEqual([ssoUrl, ['SAMLRequest', 'RelayState']]);
  expect(Buffer.from(form.fields['SAMLRequest'] ?? '', 'base64').toString()).toContain(' ForceAuthn="true">');

  // The signature is one that another library takes, too.
  setSchemaValidator({ validate: async () => 'none' });
  const ours = samlAddresses(publicUrl, companyId);
  const sp = ServiceProvider({ metadata: (await get(`/auth/v1/saml/${companyId}/metadata`)).body });
  const { extract } = await IdentityProvider({ metadata }).parseLoginRequest(sp, 'post', {
    body: form.fields,
  });
  expect(extract).toMatchObject({
    issuer: ours.entityId,
    request: { assertionConsumerServiceUrl: ours.acs, destination: ssoUrl },
  });

  // Changed on its way, the stand-in refuses it.
  const changed = Buffer.from(form.fields['SAMLRequest'] ?? '', 'base64')
    .toString()
    .replace('ForceAuthn="true"', 'ForceAuthn="false"');
  const forged = { ...form.fields, SAMLRequest: Buffer.from(changed).toString('base64') };
  expect((await post(form.action, forged)).statusCode).toBe(400);

  const answer = await answerOf(form);
  expect(answer.action).toBe(ours.acs);
  const back = await post(answer.action, answer.fields);
  const { code = '' } = readRedirect(String(back.headers.location));
  expect((await exchange(service.deps, { redirectUri, codeVerifier }, code)).answer).toBeDefined();
});

it('posts the request of a test only from the dashboard, while it waits', async () => {
  const driver = createDashboardDriver(service);
  const started = await driver.call('startSamlTest', { as: admin });
  const { url, testId } = started.body;
  expect(url).toMatch(new RegExp(`^${publicUrl}/auth/v1/saml/${companyId}/test\\?state=[\\w-]{43}$`));
  const setUp = `${publicUrl}/dashboard/single-sign-on`;
  // threat D1: a link to it in an email or on another page leads to no address that an admin has chosen.
  for (const site of ['none', 'cross-site', 'same-site'])
    expect((await get(url, site)).headers.location, site).toBe(setUp);
  expect((await get(`${url}x`)).headers.location).toBe(setUp);
  const answer = await answerOf(formIn(await get(url)));
  const back = await post(answer.action, answer.fields);
  expect(back.headers.location).toBe(`${setUp}/test/${testId}`);
  const read = await driver.call('readSamlTest', { as: admin, params: { testId } });
  expect(read.body.state).toBe('passed');
  expect((await get(url)).headers.location).toBe(setUp);
});

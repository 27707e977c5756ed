import { afterAll, expect, it } from 'vitest';

import { samlAddresses } from '#security/saml/addresses.ts';
import { redirectAddress } from '#security/saml/binding.ts';
import { logoutRequestXml } from '#security/saml/logout-messages.ts';
import { readLogoutMessage } from '#security/saml/read-logout-message.ts';
import { claimDomain } from '#store/accounts/accounts.ts';
import { keysWithSaml } from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

import { identityProviderAddresses } from './identity-provider-answer.ts';
import { configureDemoCompany, makeIdentityProviderKey } from './identity-provider-configuration.ts';
import { installIdentityProvider } from './identity-provider.ts';
import { certificateOf } from './saml-key.ts';

const publicUrl = 'http://localhost:4000';
const sam = 'sam@northline-sso.test';
const { entityId } = identityProviderAddresses(publicUrl);

const key = await makeIdentityProviderKey();
const test = await createTestApp({
  keys: keysWithSaml(),
  deps: { clock: () => Date.now() },
  app: { extend: (app, headers, deps) => installIdentityProvider(app, headers, deps, key) },
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ url, headers: { host: 'localhost:4000' } });

it('handles a logout in both directions', async () => {
  const db = test.deps.store.durable;
  const { id: companyId } = test.deps.company;
  await claimDomain(db, { domain: 'northline-sso.test', companyId, method: 'saml' });
  await configureDemoCompany(test.deps.store, publicUrl, key, Date.now());
  const ours = samlAddresses(publicUrl, companyId);
  const keys = test.deps.keys.saml;
  if (keys === undefined) throw new Error('no SAML key');

  // The service sends the request and accepts the answer.
  const { logoutUrl } = identityProviderAddresses(publicUrl);
  const request = { id: '_ours', destination: logoutUrl, spEntityId: ours.entityId, now: Date.now() };
  const xml = logoutRequestXml(request, { nameId: sam });
  const asked = redirectAddress(logoutUrl, { name: 'SAMLRequest', xml, relayState: 'r' }, keys);
  const { statusCode, headers } = await get(asked);
  expect(statusCode).toBe(303);
  const configuration = { entityId, certificates: [certificateOf(key)] };
  const query = new URL(String(headers.location)).search.slice(1);
  const expected = { configuration, logoutUrl: ours.logout, now: Date.now() };
  expect(readLogoutMessage({ binding: 'redirect', query }, expected)).toEqual({
    ok: true,
    message: { kind: 'response', inResponseTo: '_ours', success: true },
    relayState: 'r',
  });
  for (const bad of [asked.replace('RelayState=r', 'RelayState=x'), asked.replace(/&Signature=.*/, '')])
    expect((await get(bad)).statusCode).toBe(400);

  // The provider sends the request; the service answers, and the provider shows the answer.
  const pressed = await test.app.inject({
    method: 'POST',
    url: '/stand-in/idp/logout',
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams({ email: sam }).toString(),
  });
  const answered = await get(String(pressed.headers.location));
  expect([answered.statusCode, String(answered.headers.location).split('?')[0]]).toEqual([303, logoutUrl]);
  expect(answered.headers.location).toContain('SAMLResponse=');
  expect((await get(String(answered.headers.location))).body).toContain('You are signed out');
});

/** Tests the stand-in identity provider with two other service providers: node-saml and samlify. */
import { createPrivateKey } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import * as samlify from 'samlify';
import { afterAll, describe, expect, it } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { readSamlMetadata } from '#security/saml/metadata.ts';
import { createTestApp } from '#test/setup/test-app.ts';

import { identityProviderAddresses } from './identity-provider-answer.ts';
import { makeIdentityProviderKey } from './identity-provider-configuration.ts';
import { installIdentityProvider } from './identity-provider.ts';
import { makeSamlJwk, certificateOf } from './saml-key.ts';

const publicUrl = 'http://localhost:4000';
const acsUrl = `${publicUrl}/auth/v1/saml/11111111-2222-4333-8444-555555555555/acs`;
const spEntityId = acsUrl.replace(/acs$/, 'metadata');
const sam = 'sam@northline-sso.test';
const { entityId, ssoUrl } = identityProviderAddresses(publicUrl);

/** The service provider's key and certificate, PEM. */
const key = await makeIdentityProviderKey();
const jwk = await makeSamlJwk('Service', Date.now());
const sp = {
  privateKey: createPrivateKey({ key: jwk, format: 'jwk' }).export({
    format: 'pem',
    type: 'pkcs8',
  }) as string,
  certificate: jwk.x5c[0] ?? '',
};
const test = await createTestApp({
  keys: loadKeys({ keys: [...makeKeySet().keys, jwk] }),
  // The libraries read the machine's clock.
  deps: { clock: () => Date.now() },
  app: { extend: (app, headers, deps) => installIdentityProvider(app, headers, deps, key) },
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ url, headers: { host: 'localhost:4000' } });

/** Presses a button of the page at an address. */
async function choose(address: string, fields: Record<string, string>, site = 'same-origin') {
  const query = address.slice(address.indexOf('?') + 1);
  return test.app.inject({
    method: 'POST',
    url: '/stand-in/idp/answer',
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': site,
    },
    body: new URLSearchParams({ request: query, ...fields }).toString(),
  });
}

/** The values that the self-submitting page posts. */
async function answerTo(address: string, fields: Record<string, string>) {
  const { statusCode, body } = await choose(address, fields);
  expect(statusCode).toBe(200);
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&');
  return {
    SAMLResponse: value('SAMLResponse') ?? '',
    RelayState: value('RelayState') ?? '',
    to: /action="([^"]*)"/.exec(body)?.[1] ?? '',
  };
}

const nodeSaml = () =>
  new SAML({
    issuer: spEntityId,
    callbackUrl: acsUrl,
    entryPoint: ssoUrl,
    idpCert: certificateOf(key),
    idpIssuer: entityId,
    audience: spEntityId,
    privateKey: sp.privateKey,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: 60_000,
    disableRequestedAuthnContext: true,
  });
const xmlOf = ({ SAMLResponse }: { SAMLResponse: string }) => Buffer.from(SAMLResponse, 'base64').toString();

describe('with node-saml as the service provider', () => {
  it('accepts its request, shows the accounts, and sends an answer that it accepts', async () => {
    const saml = nodeSaml();
    const address = await saml.getAuthorizeUrlAsync('relay&state=1', undefined, {});
    const shown = await get(address);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain(sam);
    expect(shown.headers['content-security-policy']).toContain("script-src 'self'");
    const answer = await answerTo(address, { account: sam });
    expect(answer).toMatchObject({ RelayState: 'relay&state=1', to: acsUrl });
    const { profile } = await saml.validatePostResponseAsync(answer);
    expect(profile).toMatchObject({
      nameID: sam,
      email: sam,
      issuer: entityId,
      displayName: 'Sam Lindqvist',
    });
  });

  it('accepts a typed address with every character that an address may have', async () => {
    const saml = nodeSaml();
    const address = await saml.getAuthorizeUrlAsync('r', undefined, {});
    const answer = await answerTo(address, { email: " O'Neil+a&b@Northline-SSO.test " });
    const { profile } = await saml.validatePostResponseAsync(answer);
    expect(profile?.nameID).toBe("o'neil+a&b@northline-sso.test");
  });

  it('shows the page again when no account was picked', async () => {
    const address = await nodeSaml().getAuthorizeUrlAsync('r', undefined, {});
    for (const email of ['', 'nobody', 'a@b, c@d']) {
      const { statusCode, body } = await choose(address, { email });
      expect([statusCode, body.includes('role="alert"')]).toEqual([200, true]);
    }
  });

  it('ignores a clock offset that is not a valid number', async () => {
    const address = await nodeSaml().getAuthorizeUrlAsync('r', undefined, {});
    for (const clock of ['x', '1e300', String(Number.MAX_SAFE_INTEGER), '-86401']) {
      const xml = xmlOf(await answerTo(address, { account: sam, clock }));
      const issued = Date.parse(/ IssueInstant="([^"]*)"/.exec(xml)?.[1] ?? '');
      expect(Math.abs(issued - Date.now()), clock).toBeLessThan(60_000);
    }
  });

  it('sends a signed denial without an assertion', async () => {
    const saml = nodeSaml();
    const answer = await answerTo(await saml.getAuthorizeUrlAsync('r', undefined, {}), { deny: 'yes' });
    expect(xmlOf(answer)).toContain('status:RequestDenied');
    expect(xmlOf(answer)).not.toContain('Assertion>');
    await expect(saml.validatePostResponseAsync(answer)).rejects.toThrow(/RequestDenied/);
  });

  it('sends the chosen faults: a wrong clock, a changed answer', async () => {
    const tries: [Record<string, string>, boolean][] = [
      [{ clock: '-330' }, true],
      [{ clock: '80' }, true],
      [{ clock: '-400' }, false],
      [{ clock: '120' }, false],
      [{ change: 'yes' }, false],
    ];
    for (const [fault, good] of tries) {
      const saml = nodeSaml();
      const address = await saml.getAuthorizeUrlAsync('r', undefined, {});
      const answer = await answerTo(address, { account: sam, ...fault });
      const taken = saml.validatePostResponseAsync(answer).then(
        () => true,
        () => false,
      );
      expect([fault, await taken]).toEqual([fault, good]);
    }
  });
});

it('works with samlify, from the metadata to the answer', async () => {
  // No schema validator: this tests only that the two work together.
  samlify.setSchemaValidator({ validate: async () => 'none' });
  const metadata = await get('/stand-in/idp/metadata');
  expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml');
  const idp = samlify.IdentityProvider({ metadata: metadata.body });
  const service = samlify.ServiceProvider({
    entityID: spEntityId,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
    wantMessageSigned: true,
    privateKey: sp.privateKey,
    signingCert: sp.certificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    assertionConsumerService: [{ Binding: samlify.Constants.namespace.binding.post, Location: acsUrl }],
  });
  const { id, context } = service.createLoginRequest(idp, 'redirect', { relayState: 'r' });
  expect(context.startsWith(`${ssoUrl}?`)).toBe(true);
  const answer = await answerTo(context, { account: sam });
  const { extract } = await service.parseLoginResponse(idp, 'post', { body: answer });
  expect(extract).toMatchObject({
    nameID: sam,
    attributes: { email: sam },
    audience: spEntityId,
    response: { destination: acsUrl, inResponseTo: id },
  });
});

it('refuses a request that the service did not sign or that names another answer address', async () => {
  const good = await nodeSaml().getAuthorizeUrlAsync('r', undefined, {});
  const elsewhere = (callbackUrl: string) =>
    new SAML({ ...nodeSaml().options, callbackUrl }).getAuthorizeUrlAsync('r', undefined, {});
  const packed = (xml: string) =>
    `${ssoUrl}?SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`;
  const { privateKey: otherKey } = await makeIdentityProviderKey();
  const bad = [
    ssoUrl,
    `${ssoUrl}?SAMLRequest=%%%`,
    good.replace(/&Signature=.*/, ''),
    good.replace('RelayState=r', 'RelayState=x'),
    good.replace('rsa-sha256', 'rsa-sha1'),
    `${good}&RelayState=x`,
    await new SAML({ ...nodeSaml().options, privateKey: otherKey }).getAuthorizeUrlAsync('r', undefined, {}),
    await elsewhere('https://evil.test/auth/v1/saml/1/acs'),
    await elsewhere(`${publicUrl}.evil.test/auth/v1/saml/1/acs`),
    await elsewhere(`${publicUrl}/login`),
    packed('<AuthnRequest/>'),
    packed('x'.repeat(1_000_000)),
  ];
  for (const address of bad) {
    expect((await get(address)).statusCode, address).toBe(400);
    expect((await choose(address, { account: sam })).statusCode, address).toBe(400);
  }
  // A foreign page cannot press its buttons.
  expect((await choose(good, { account: sam }, 'cross-site')).statusCode).toBe(403);
});

it("publishes metadata that a company's admin can upload, equal to the demo company's configuration", async () => {
  const { rawPayload } = await get('/stand-in/idp/metadata');
  const read = readSamlMetadata(rawPayload, { development: true, now: Date.now() });
  expect(read).toMatchObject({
    ok: true,
    metadata: { ...identityProviderAddresses(publicUrl), emailAttribute: 'email' },
  });
  expect(read.ok && read.metadata.certificates).toMatchObject([{ der: certificateOf(key) }]);
});

it('shows that the person is signed out, with a link', async () => {
  const { statusCode, body } = await get('/stand-in/idp/logout');
  expect([statusCode, body.includes('href="/login"')]).toEqual([200, true]);
});

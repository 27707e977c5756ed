import { afterAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { createGoogleKeys } from '#gateways/google-keys.ts';
import { verifyGoogleToken } from '#security/google/google-token.ts';
import { startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, testSettings } from '#test/setup/test-deps.ts';

import { installGoogleStandIn } from './google.ts';
import { demoAccounts } from '#dev/seed.ts';

const place = `${testSettings.publicUrl}/stand-in/google`;
const google = {
  clientId: 'development-google',
  issuer: place,
  authorizeUrl: `${place}/authorize`,
  jwksUrl: `${place}/jwks.json`,
  authority: 'google' as const,
};
const redirectUri = `${testSettings.publicUrl}/login`;

const test = await createTestApp({ settings: { google }, app: { extend: installGoogleStandIn } });
afterAll(() => test.close());

const asked = {
  client_id: google.clientId,
  redirect_uri: redirectUri,
  response_type: 'id_token',
  scope: 'openid email',
  nonce: 'nonce-of-the-app',
  state: 'state & more',
};

const open = (query: Record<string, string>) =>
  test.app.inject({
    url: `/stand-in/google/authorize?${new URLSearchParams(query).toString()}`,
    headers: { host: 'localhost:4000' },
  });
const choose = (fields: Record<string, string>, site = 'same-origin') =>
  test.app.inject({
    method: 'POST',
    url: '/stand-in/google/choose',
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': site,
    },
    body: new URLSearchParams({ ...asked, ...fields }).toString(),
  });
/** The redirect target and the values in its fragment. */
const sentTo = (location: unknown) => {
  const [to, fragment] = String(location).split('#');
  return { to, ...Object.fromEntries(new URLSearchParams(fragment)) } as Record<string, string | undefined>;
};
const jwks = async () =>
  (await test.app.inject({ url: '/stand-in/google/jwks.json', headers: { host: 'localhost:4000' } })).body;

it('shows the demo accounts, a field and a cancel button, with a policy that allows the forms to redirect to the app', async () => {
  const page = await open(asked);
  expect(page.statusCode).toBe(200);
  for (const { email } of demoAccounts) expect(page.body).toContain(`value="${email}"`);
  expect(page.body).toContain('value="cancel"');
  expect(page.body).toContain('value="state &amp; more"');
  expect(page.body).not.toMatch(/<script|style="/);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('unsafe');
});

it('issues a token that the service accepts, for the requesting client', async () => {
  const { email } = await createAccount(test.deps, { method: 'google' });
  const answer = await choose({ email: ` ${email.toUpperCase()} ` });
  expect(answer.statusCode).toBe(303);
  const { to, id_token: idToken = '', state } = sentTo(answer.headers.location);
  expect({ to, state }).toEqual({ to: redirectUri, state: asked.state });
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ iss: google.issuer, aud: google.clientId, nonce: asked.nonce, email });

  expect(claims).toMatchObject({ hd: 'northline.test' });
  const personal = sentTo((await choose({ email, personal: 'on' })).headers.location).id_token ?? '';
  expect(JSON.parse(Buffer.from(personal.split('.')[1] ?? '', 'base64url').toString())).not.toHaveProperty(
    'hd',
  );

  // Uses a server on loopback, because the service fetches the stand-in's keys from itself.
  const issuer = await startGoogleIssuer();
  const set = await jwks();
  issuer.answerWith((response) => void response.end(set));
  const googleKeys = createGoogleKeys({
    url: issuer.google.jwksUrl,
    clock: test.deps.clock,
    log: test.deps.log,
  });
  const signedIn = await createTestApp({ url: test.deps.url, settings: { google }, deps: { googleKeys } });
  const tokens = await signedIn.app.inject({
    method: 'POST',
    url: endpoints.signInWithGoogle.path,
    payload: { idToken },
  });
  expect(tokens.json()).toMatchObject({ auth_strategy: 'google' });
  const verdict = await verifyGoogleToken(idToken, (kid) => googleKeys.find(kid), {
    ...google,
    now: test.deps.clock(),
  });
  expect(verdict).toMatchObject({ ok: true, identity: { email } });
  await signedIn.close();
  await issuer.close();
});

it('returns the same subject for the same address and another one for each other address', async () => {
  const subject = async (email: string) =>
    JSON.parse(
      Buffer.from(
        sentTo((await choose({ email })).headers.location)['id_token']?.split('.')[1] ?? '',
        'base64url',
      ).toString(),
    ).sub as string;
  const first = await subject('gina@northline.test');
  expect(first).toMatch(/^\d{21}$/);
  expect(await subject('gina@northline.test')).toBe(first);
  expect(await subject('ben@northline.test')).not.toBe(first);
});

it('cancels, and shows the page again for a text that is not an email address', async () => {
  const cancelled = await choose({ action: 'cancel' });
  expect(sentTo(cancelled.headers.location)).toEqual({
    to: redirectUri,
    error: 'access_denied',
    state: asked.state,
  });
  const again = await choose({ email: '"><b>' });
  expect(again.statusCode).toBe(422);
  expect(again.body).toContain('role="alert"');
  expect(again.body).not.toContain('<b>');
});

it('reports an invalid request and does not redirect', async () => {
  const wrong: Record<string, string>[] = [
    { client_id: 'another' },
    { response_type: 'code' },
    { scope: 'email' },
    { nonce: '' },
    { redirect_uri: 'https://evil.test/login' },
    { redirect_uri: `${redirectUri}/sso` },
    { redirect_uri: `${redirectUri}?next=1` },
    { redirect_uri: 'http://localhost:4000@evil.test/login' },
    { redirect_uri: 'http://localhost:4000/../login' },
    { redirect_uri: '//evil.test/login' },
    { redirect_uri: 'javascript:alert(1)//login' },
  ];
  let followed = 0;
  for (const changes of wrong) {
    for (const answer of [
      await open({ ...asked, ...changes }),
      await choose({ ...changes, email: 'a@b.test' }),
    ]) {
      expect(answer.statusCode, JSON.stringify(changes)).toBe(400);
      if (answer.headers.location !== undefined) followed += 1;
    }
  }
  expect(followed).toBe(0);
  expect((await choose({ email: 'a@b.test' }, 'cross-site')).statusCode).toBe(403);
});

it('publishes its configuration, and answers 404 when the settings name another issuer', async () => {
  const host = { host: 'localhost:4000' };
  const path = '/stand-in/google/.well-known/openid-configuration';
  const described = (await test.app.inject({ url: path, headers: host })).json();
  expect(described).toMatchObject({ issuer: google.issuer, jwks_uri: google.jwksUrl });
  expect(Object.keys(JSON.parse(await jwks()).keys[0]).toSorted()).toEqual([
    'alg',
    'e',
    'kid',
    'kty',
    'n',
    'use',
  ]);

  const other = await createTestApp({
    settings: { google: { ...google, jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs' } },
    app: { extend: installGoogleStandIn },
  });
  expect((await other.app.inject({ url: path, headers: host })).statusCode).toBe(404);
  await other.close();
});

/** The app's pages: which one, in which language, with which settings in it, and the form that is posted without script. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '#test/test-app.ts';
import { createAccount, rightPassword } from '#test/test-deps.ts';
import { buildCss, buildScript } from '#test/sign-in-build.ts';

import { styleHash } from './html.ts';
import { appPaths } from './page-routes.ts';

const name = 'R&D "Phones" </script> $& %HELP_URL%';
let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({
    settings: { reseller: { name, logoUrl: undefined, color: '#7a1fa2' }, signUpUrl: '/signup?a=1&b=2' },
  });
});
afterAll(() => service.close());

const visit = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { accept: 'text/html', ...headers } });

function block(html: string, id: string): unknown {
  const text = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}

describe('pages', () => {
  it('answer every route of the app, by GET and HEAD', async () => {
    for (const path of appPaths) {
      expect((await visit(path)).statusCode, path).toBe(200);
      const head = await service.app.inject({ method: 'HEAD', url: path });
      expect({ status: head.statusCode, body: head.body }).toEqual({ status: 200, body: '' });
    }
  });

  it('answer an unknown path with the app and 404', async () => {
    const answer = await visit('/no/such/page?lng=de');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<html lang="de">');
  });

  it('come in the language of query, cookie and browser, and say what they depend on', async () => {
    expect((await visit('/login?lng=fr', { 'accept-language': 'de' })).body).toContain('<html lang="fr">');
    expect((await visit('/login', { 'accept-language': 'nb' })).body).toContain('<html lang="no">');
    const answer = await visit('/login');
    expect(answer.body).toContain('<html lang="en">');
    expect(answer.headers['vary']).toContain('Accept-Language, Cookie');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('begin with the loading screen for a browser that carries a session', async () => {
    expect((await visit('/login')).body).toContain('data-page="login"');
    expect((await visit('/login', { cookie: 'lng=en; refresh_token=x' })).body).toContain(
      'data-page="loading"',
    );
    expect((await visit('/login', { cookie: 'refresh_token=x; refresh_token=y' })).body).toContain(
      'data-page="login"',
    );
  });

  it('carry the settings, and a name that would break out stays a name', async () => {
    const { body } = await visit('/login');
    expect(block(body, 'config')).toMatchObject({
      version: '1.9.0',
      authUrl: 'http://localhost:4000',
      brand: { name, color: '#7a1fa2' },
      signUpUrl: '/signup?a=1&b=2',
      pageLanguage: 'en',
    });
    expect(body).toContain(
      '<title>login – R&amp;D &quot;Phones&quot; &lt;/script&gt; $&amp; %HELP_URL%</title>',
    );
    expect(body).toContain('href="/signup?a=1&amp;b=2"');
    expect(body).not.toMatch(/<!--app:(config|brand|early)|%RESELLER%/);
    expect(body.match(/<script(?! type="application\/json")/g)).toEqual(['<script']);
  });

  it('carry the brand, and the policy knows the hash of every style in them', async () => {
    const { body, headers } = await visit('/login');
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    expect(styles).toHaveLength(2);
    expect(styles[0]).toBe(buildCss);
    for (const css of styles) expect(headers['content-security-policy']).toContain(`'${styleHash(css)}'`);
  });

  it('come compressed', async () => {
    const plain = await visit('/login');
    const brotli = await visit('/login', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await visit('/login', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  });
});

it('assets are kept for ever and come compressed by the build', async () => {
  const answer = await service.app.inject({
    url: '/assets/main-abc123.js',
    headers: { 'accept-encoding': 'br' },
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  });
  expect(answer.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(buildScript);
});

describe('a login form that is posted before the script ran', () => {
  const submit = (payload: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    service.app.inject({
      method: 'POST',
      url: '/login?lng=de',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const form = (email: string, password: string) => new URLSearchParams({ email, password }).toString();

  it('is answered with the login page and the tokens in it', async () => {
    const account = await createAccount(service.deps, { secondStep: 'off' });
    const answer = await submit(form(account.email, rightPassword));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<html lang="de">');
    expect(block(answer.body, 'early')).toMatchObject({
      email: account.email,
      outcome: { ok: true, answer: { basic: { expires_in: 900, auth_strategy: 'password' } } },
    });
  });

  it('is answered with the code step', async () => {
    const account = await createAccount(service.deps);
    const early = block((await submit(form(account.email, rightPassword))).body, 'early');
    expect(early).toMatchObject({ outcome: { ok: true, answer: { mfa: { session: expect.any(String) } } } });
  });

  it('is answered with the refusal that the script would have got', async () => {
    const answer = await submit(form('nobody@northline.test', 'Wrong-Harbour-27!'));
    expect(answer.statusCode).toBe(401);
    expect(block(answer.body, 'early')).toMatchObject({
      email: 'nobody@northline.test',
      outcome: { ok: false, status: 401, body: { error: { name: 'credentials' } } },
    });
    const invalid = await submit('email=%3Cscript%3E');
    expect(block(invalid.body, 'early')).toMatchObject({
      email: '<script>',
      outcome: { status: 422, body: { fields: { email: ['is_invalid'], password: ['is_required'] } } },
    });
    expect(invalid.body).not.toContain('<script>"');
  });

  it('is refused from a foreign page, without asking for the password', async () => {
    const account = await createAccount(service.deps, { secondStep: 'off' });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      const answer = await submit(form(account.email, rightPassword), headers);
      expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
      expect(answer.body).not.toContain('id_token');
    }
    expect(
      (await submit(form(account.email, rightPassword), { origin: 'http://localhost:4000' })).statusCode,
    ).toBe(200);
  });
});

it('calls are answered to allowed origins, and to no other', async () => {
  const preflight = (origin: string) =>
    service.app.inject({
      method: 'OPTIONS',
      url: '/auth/v2/users/session',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-origin',
      },
    });
  const allowed = await preflight('http://localhost:4000');
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:4000',
    'access-control-max-age': '7200',
  });
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
  for (const origin of ['https://evil.test', 'http://localhost:4000.evil.test', 'null', 'http://localhost'])
    expect((await preflight(origin)).headers['access-control-allow-origin'], origin).toBeUndefined();
});

it('pages say with a 503 that the app is not built, and calls go on', async () => {
  const bare = await createTestApp({ app: { distDir: '/nowhere' } });
  expect((await bare.app.inject({ url: '/login' })).statusCode).toBe(503);
  expect((await bare.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  await bare.close();
});

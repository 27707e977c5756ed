/** Tests the app's prerendered documents: which one is sent, in which language, with which settings. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pagePaths } from '@app/contract/pages/pages.ts';
import { afterAll, describe, expect, it } from 'vitest';

import { block, visit } from '#test/drivers/page-visits.ts';
import { buildCss, buildScript, ownSlogan, createTestApp } from '#test/setup/test-app.ts';

import { styleHash } from '#http/documents/html.ts';

const name = 'R&D "Phones" </script> $& %HELP_URL% %TITLE% <!--app:screen-->';
const service = await createTestApp({
  settings: {
    reseller: { name, logoUrl: undefined, color: '#7a1fa2', slogan: undefined },
    signUpUrl: '/signup?a=1&b=2',
  },
});
afterAll(() => service.close());

const pageOf = (html: string): string | undefined => /data-page="([^"]+)"/.exec(html)?.[1];

describe('pages', () => {
  it.each([
    ['/login', 'login'],
    ['/login/sso', 'sso'],
    ['/login/sso?email=ada%40northline.test', 'sso'],
    ['/login/sso?error=sso-denied', 'login'],
    ['/login/success', 'login'],
    ['/password/forgot', 'forgot-password'],
    ['/password/reset', 'shell'],
    ['/password/new', 'shell'],
    ['/users/confirmation', 'shell'],
    ['/signup', 'sign-up'],
    ['/signup/confirm', 'shell'],
    ['/action_result', 'shell'],
    ['/status', 'status'],
  ])('%s is answered with the document "%s", by GET and HEAD', async (path, document) => {
    const answer = await visit(service, path);
    expect({ status: answer.statusCode, page: pageOf(answer.body) }).toEqual({ status: 200, page: document });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['vary']).toContain('Accept-Language, Cookie');
    const head = await visit(service, path, {}, { method: 'HEAD' });
    expect({ status: head.statusCode, body: head.body }).toEqual({ status: 200, body: '' });
    expect(pagePaths).toContain(path.split('?')[0]);
  });

  it('redirect from the root to the login page and keep the query unchanged', async () => {
    for (const search of ['', '?redirect=%2Fa&lng=de&x=1', '?a=%0d%0aset-cookie:x&b=%E2%82%AC']) {
      const answer = await visit(service, `/${search}`);
      expect({ status: answer.statusCode, to: answer.headers['location'] }).toEqual({
        status: 302,
        to: `/login${search}`,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('answer an unknown path with a 404 page', async () => {
    const answer = await visit(service, '/no/such/page?lng=de');
    expect({ status: answer.statusCode, page: pageOf(answer.body) }).toEqual({
      status: 404,
      page: 'not-found',
    });
    expect(answer.body).toContain('<html lang="de" ');
    const program = await visit(service, '/no/such/page', { accept: 'application/json' });
    expect(program.json()).toMatchObject({ error: { name: 'notFound' } });
  });

  it('answer an error with a page to a person and the error shape to a program', async () => {
    const answer = await visit(service, '/action_result?draw=broken&lng=fr');
    expect({ status: answer.statusCode, page: pageOf(answer.body) }).toEqual({
      status: 500,
      page: 'unknown',
    });
    expect(answer.body).toContain('<html lang="fr" ');
    expect(answer.body).not.toMatch(/secret|stack|at /);
    const program = await visit(service, '/action_result?draw=broken', { accept: '*/*' });
    expect({ status: program.statusCode, ...program.json() }).toMatchObject({
      status: 500,
      error: { name: 'unknown' },
    });
  });

  it('have the language of query, cookie and browser', async () => {
    const german = { 'accept-language': 'de' };
    expect((await visit(service, '/login?lng=fr', german)).body).toContain('<html lang="fr" ');
    expect((await visit(service, '/signup/confirm?lng=fr', german)).body).toContain('<html lang="fr" ');
    expect((await visit(service, '/login', { 'accept-language': 'nb' })).body).toContain('<html lang="nb" ');
    expect((await visit(service, '/login')).body).toContain('<html lang="en" ');
  });

  it('begin with the loading screen for a browser that carries a session', async () => {
    const loading = await visit(service, '/login', { cookie: 'lng=en; refresh_token=x' });
    expect(pageOf(loading.body)).toBe('loading');
    for (const cookie of ['refresh_token=x; refresh_token=y', 'id_token=x; flow=a; flow=b', 'flow=a'])
      expect(pageOf((await visit(service, '/login', { cookie })).body), cookie).toBe('login');
  });

  it('begin with the loading screen for a person who returns from a provider with a code', async () => {
    expect(pageOf((await visit(service, '/login/sso?state=x&code=y')).body)).toBe('loading');
    expect(pageOf((await visit(service, '/login/sso?state=x&error=sso-denied')).body)).toBe('login');
    expect(pageOf((await visit(service, '/login?code=y')).body)).toBe('login');
  });

  it('have a button for Google only if the settings name an issuer', async () => {
    const button = '<button>Google</button>';
    const without = (await visit(service, '/login')).body;
    expect(without).not.toContain(button);
    const google = {
      clientId: 'client',
      issuer: 'https://accounts.google.com',
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      authority: 'google' as const,
    };
    const other = await createTestApp({ settings: { google } });
    const { body } = await visit(other, '/login');
    await other.close();
    expect(body).toContain(button);
    for (const each of [without, body]) expect(each).not.toContain('app:google');
    expect(block(without, 'config')).not.toHaveProperty('google');
    // Only the settings that the app needs.
    expect(block(body, 'config')).toHaveProperty('google', {
      clientId: 'client',
      authorizeUrl: google.authorizeUrl,
    });
  });

  it('redirect from the loading screen to the form in a browser without script', async () => {
    const cookie = 'refresh_token=x; id_token=y';
    const next = /<noscript><meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(
      (await visit(service, '/login', { cookie })).body,
    )?.[1];
    expect(next).toBe('/login?script=off');
    expect(pageOf((await visit(service, next ?? '', { cookie })).body)).toBe('login');
    expect((await visit(service, '/login')).body).not.toContain('http-equiv');
  });

  it('D4: contain the settings, escaped, also a name that looks like markup or a slot', async () => {
    for (const path of ['/login', '/action_result?result=success']) {
      const { body } = await visit(service, path);
      expect(block(body, 'config')).toMatchObject({
        version: '1.9.0',
        authUrl: 'http://localhost:4000',
        brand: { name, color: '#7a1fa2' },
        signUpUrl: '/signup?a=1&b=2',
        pageLanguage: 'en',
      });
      expect(body).toContain('href="/signup?a=1&amp;b=2"');
      expect(body).not.toMatch(/<!--app:(config|brand|page|screen)|%RESELLER%/);
      expect(body.match(/<script(?! type="application\/json")/g)).toEqual(['<script']);
    }
    expect((await visit(service, '/login')).body).toContain(
      '<title>login – R&amp;D &quot;Phones&quot; &lt;/script&gt; $&amp; %HELP_URL% %TITLE% &lt;!--app:screen--&gt;</title>',
    );
  });

  it.each([
    [undefined, `<p class="title" data-slogan="">${ownSlogan}</p>`],
    ['', ''],
    [
      'A & B: $& %HELP_URL% <p>',
      '<p class="title" data-slogan="">A &amp; B: $&amp; %HELP_URL% &lt;p&gt;</p>',
    ],
  ])('have the slogan %j', async (slogan, markup) => {
    const other = await createTestApp({
      settings: { reseller: { name: 'Vox', logoUrl: undefined, color: undefined, slogan } },
    });
    const { body } = await visit(other, '/login');
    await other.close();
    expect(/<p class="title".*?<\/p>/.exec(body)?.[0] ?? '').toBe(markup);
    expect(body).not.toContain('app:slogan');
    if (slogan === undefined) expect(block(body, 'config')).not.toHaveProperty('resellerSlogan');
    else expect(block(body, 'config')).toHaveProperty('resellerSlogan', slogan);
  });

  it('contain the brand, and the policy has the hash of every style in them', async () => {
    for (const path of ['/login', '/action_result']) {
      const { body, headers } = await visit(service, path);
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
      expect(styles).toHaveLength(3);
      expect(styles[0]).toBe(buildCss);
      for (const css of styles) expect(headers['content-security-policy']).toContain(`'${styleHash(css)}'`);
    }
  });

  it('are compressed, except the rendered ones', async () => {
    // Each answer has its own form key.
    const withoutKey = (html: string): string => html.replace(/ value="[\w-]{22}"/, '');
    const plain = await visit(service, '/login');
    const brotli = await visit(service, '/login', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(withoutKey(brotliDecompressSync(brotli.rawPayload).toString())).toBe(withoutKey(plain.body));
    const gzip = await visit(service, '/login', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(withoutKey(gunzipSync(gzip.rawPayload).toString())).toBe(withoutKey(plain.body));
    const drawn = await visit(service, '/action_result', { 'accept-encoding': 'br' });
    expect(drawn.headers['content-encoding']).toBeUndefined();
  });
});

it('assets are cached forever and compressed by the build', async () => {
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

it('D2: calls are allowed from configured origins only', async () => {
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

it('pages report with a 503 that the app is not built, and calls still work', async () => {
  const bare = await createTestApp({ app: { distDir: '/nowhere' } });
  for (const path of ['/login', '/password/reset', '/no/such/page']) {
    const answer = await visit(bare, path);
    expect(answer.statusCode, path).toBe(path === '/no/such/page' ? 404 : 503);
    expect(answer.json(), path).toHaveProperty('error.name');
  }
  expect((await bare.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  await bare.close();
});

it('password managers find the page that changes a password', async () => {
  const answer = await visit(service, '/.well-known/change-password');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    `${service.deps.settings.dashboardUrl}/me`,
  ]);
});

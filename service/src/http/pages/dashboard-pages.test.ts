import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';

import { styleHash } from '#http/documents/html.ts';
import { dashboardScript, makeDashboardBuild } from '#test/setup/dashboard-build.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const host = 'localhost:4000';
const build = makeDashboardBuild();
const test = await createTestApp({ app: { dashboardDir: build.dir } });
afterAll(async () => {
  await test.close();
  build.remove();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { host, ...headers } });

describe('the document', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/people/7c?search=x', '/dashboard/no/such/area'])(
    'is at %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'Accept-Language, Cookie, Accept-Encoding',
        'x-frame-options': 'DENY',
      });
      expect(body).toContain('<script type="application/json" id="config">{"version":');
      expect(body).not.toContain('%STORED_VIEW%');
    },
  );

  it('has a policy without inline code, and nobody may frame it', async () => {
    const policy = String((await get('/dashboard')).headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['the query', '/dashboard?lng=fr', {}, 'fr'],
    ['the stored choice', '/dashboard', { cookie: 'lng=no' }, 'nb'],
    ['the browser', '/dashboard', { 'accept-language': 'it;q=0.9, xx' }, 'it'],
    ['nothing', '/dashboard', {}, 'en'],
  ])('is in the language of %s', async (_what, url, headers, lang) => {
    expect((await get(url, headers)).body).toContain(`<html lang="${lang}">`);
  });

  it.each([
    ['theme=dark', ' data-theme="dark"'],
    ['theme=light; navigation=collapsed', ' data-theme="light" data-navigation="collapsed"'],
    ['navigation=collapsed', ' data-navigation="collapsed"'],
    ['theme=dark"><script>; navigation=open', ''],
    ['theme=dark; theme=light', ''],
  ])('looks as the cookies %s say', async (cookie, view) => {
    expect((await get('/dashboard', { cookie })).body).toContain(`<html lang="en"${view}>`);
  });

  it('is compressed, the same in each encoding', async () => {
    const plain = (await get('/dashboard')).rawPayload;
    const [br, gzip, neither] = await Promise.all(
      ['gzip, br', 'gzip;q=0.5', 'br;q=0'].map((accepted) =>
        get('/dashboard', { 'accept-encoding': accepted }),
      ),
    );
    expect(brotliDecompressSync(br?.rawPayload ?? '').equals(plain)).toBe(true);
    expect(gunzipSync(gzip?.rawPayload ?? '').equals(plain)).toBe(true);
    expect(neither?.rawPayload.equals(plain)).toBe(true);
    expect([br, gzip, neither].map((each) => each?.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
  });
});

it('the files are immutable and compressed; a missing one is 404 and not the document', async () => {
  const script = await get('/dashboard/assets/main-abc123.js', { 'accept-encoding': 'br' });
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(script.rawPayload).toString()).toBe(dashboardScript);
  for (const path of ['main-000000.js', '..%2fpages%2fen.html', ''])
    expect((await get(`/dashboard/assets/${path}`)).statusCode, path).toBe(404);
});

it('lists the files of the first load', async () => {
  const answer = await get('/dashboard/first-load.json');
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json()).toEqual(['/dashboard/assets/main-abc123.js']);
});

it('D4: has the colour of a reseller, a name with markup as data, and no frame even where the sign-in app has one', async () => {
  const branded = await createTestApp({
    settings: {
      frameOrigins: ['https://cti.corp.test'],
      reseller: { name: '</script><b>$&', logoUrl: undefined, color: '#7a2bd1', slogan: undefined },
    },
    app: { dashboardDir: build.dir },
  });
  const { headers, body } = await branded.app.inject({ url: '/dashboard', headers: { host } });
  await branded.close();
  const css = /<style>([^<]+)<\/style>/.exec(body)?.[1] ?? '';
  expect(css).toContain('--brand-solid');
  expect(headers['content-security-policy']).toContain(`style-src 'self' '${styleHash(css)}'`);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  expect(body).toContain('\\u003c/script>\\u003cb>$&');
});

it.each([
  ['on another origin', 'https://dash.corp.test/dashboard'],
  ['at another path', 'http://localhost:4000/console'],
])('is not served where DASHBOARD_URL is %s', async (_what, dashboardUrl) => {
  const elsewhere = await createTestApp({ settings: { dashboardUrl }, app: { dashboardDir: build.dir } });
  const { statusCode } = await elsewhere.app.inject({ url: '/dashboard', headers: { host } });
  await elsewhere.close();
  expect(statusCode).toBe(404);
});

it('a dashboard that is not built is answered with 503', async () => {
  const bare = await createTestApp({ app: { dashboardDir: '/nowhere' } });
  const answers = await Promise.all(
    ['/dashboard', '/dashboard/people', '/dashboard/first-load.json'].map((url) =>
      bare.app.inject({ url, headers: { host } }),
    ),
  );
  await bare.close();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
});

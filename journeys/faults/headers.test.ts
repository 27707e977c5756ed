import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIResponse } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { ada } from '@app/testing/screens/sign-in-screens.ts';

/** The headers of every answer (threat D3). HSTS is for https only. */
const everywhere: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
};

test('every answer carries the security headers', async ({ page, request }) => {
  const answers: { what: string; answer: APIResponse }[] = [];
  const add = (what: string, answer: APIResponse) => void answers.push({ what, answer });
  const html = { accept: 'text/html' };
  for (const path of ['/', '/login', '/login/success', '/no/such/page', '/help', '/mailbox', '/dashboard']) {
    add(path, await request.get(path, { headers: html, maxRedirects: 0 }));
  }
  for (const path of [
    '/config.json',
    '/risk-data.js',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/nothing',
  ]) {
    add(path, await request.get(path));
  }
  add('/.well-known/jwks.json', await request.get('/.well-known/jwks.json'));
  await page.goto('/login');
  const script = await page.locator('script[type="module"]').first().getAttribute('src');
  add('a script', await request.get(String(script)));
  const { path } = endpoints.signInWithPassword;
  add('a refusal', await request.post(path, { data: { email: ada, password: 'Wrong-Password-1!' } }));
  add('a wrong body', await request.post(path, { data: { email: 1 } }));
  add('no JSON', await request.post(path, { data: 'x', headers: { 'content-type': 'text/plain' } }));
  add('too much', await request.post(path, { data: { email: 'x'.repeat(1_000_000) } }));
  add('a wrong method', await request.delete(path));
  add(
    'a preflight',
    await request.fetch(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    }),
  );

  for (const { what, answer } of answers) {
    expect(answer.status(), what).toBeLessThan(500);
    const headers = answer.headers();
    for (const [name, value] of Object.entries(everywhere))
      expect(headers[name], `${what}: ${name}`).toBe(value);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, what).toContain("default-src 'none'");
    expect(policy, what).toContain("frame-ancestors 'none'");
    expect(policy, what).not.toMatch(/unsafe|\*|http:\/\/(?!localhost)/);
    expect(headers['permissions-policy'], what).toContain('camera=()');
    // Scripts, keys and pictures may be cached; a page or an API answer never.
    const kept = /javascript|jwk|image/.test(headers['content-type'] ?? '') || what.endsWith('jwks.json');
    if (!kept) expect(headers['cache-control'], what).toMatch(/no-store/);
    if (what === 'a script') expect(headers['cache-control']).toMatch(/immutable/);
    expect(headers, what).not.toHaveProperty('x-powered-by');
    expect(headers, what).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['access-control-allow-origin'], what).not.toBe('https://evil.test');
  }
});

test('the login page allows its own scripts and nothing inline', async ({ page, request }) => {
  const policy = (await request.get('/login')).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'(?:;|$)/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/style-src 'self' 'sha256-/);
  expect(policy).toContain("base-uri 'none'");
  await page.goto('/login');
  const inline = page.locator('script:not([src]):not([type="application/json"]), [style], [onclick]');
  await expect(inline).toHaveCount(0);
});

test('the page shows nothing in a frame of another site', async ({ browser, product }) => {
  const other = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<iframe src="${product.url}/login"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  // A separate browser: Chromium logs the refusal on the console, which the monitor would report.
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame'));
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await refused;
  await expect(page.frameLocator('iframe').locator('input')).toHaveCount(0);
  await context.close();
  other.close();
});

test('the language is chosen per request, and Vary names its headers', async ({ request }) => {
  const german = await request.get('/login', { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
  expect(await german.text()).toContain('<html lang="de');
  expect(german.headers()['vary']).toMatch(/accept-language/i);
});

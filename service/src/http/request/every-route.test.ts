/**
 * The headers of every answer (threats D3, D4): every route of the application, as the router has them, is asked by each
 * of its methods and by two that it does not have, without and with an admin's token, as a program and as a browser.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { serviceHealthPath } from '@app/contract/calls/service-health.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { makeDashboardBuild } from '#test/setup/dashboard-build.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

const host = 'login.example.com';
const picture = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const logo = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture),
);
const dashboard = makeDashboardBuild();
let service: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  await once(logo.listen(0, '127.0.0.1'), 'listening');
  service = await createTestApp({
    settings: {
      publicUrl: `https://${host}`,
      allowedOrigins: [`https://${host}`],
      authUrl: `https://${host}`,
      dashboardUrl: `https://${host}/dashboard`,
      securityContacts: ['mailto:security@example.com'],
      reseller: {
        name: 'Northline',
        logoUrl: `http://127.0.0.1:${(logo.address() as AddressInfo).port}/`,
        color: '#7a3cff',
        slogan: undefined,
      },
    },
    app: { dashboardDir: dashboard.dir },
  });
  admin = await createDashboardDriver(service).signedIn();
});
afterAll(async () => {
  await service.close();
  dashboard.remove();
  logo.close();
});

interface Route {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The routes in the tree that the router prints: a line has what its path has more than the path above it. */
function routesOf(tree: string): Route[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', , methods] = /^([ │]*)[├└]── (.*?)( \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    const path = depth === 0 ? part : above[depth - 1] + part;
    above[depth] = path === '/' ? '/' : path;
    return methods === undefined ? [] : [{ path, methods: methods.split(', ') }];
  });
}

const addressOf = ({ path }: Route): string =>
  path
    .replace(/:id\|:companyId|:id/, admin.account.companyId)
    .replace(/:domain/, 'example.test')
    .replace(/:\w+/g, randomUUID())
    .replace('*', '/people/x');

/** What browsers and shared caches may keep: it contains nothing about a person. */
const cacheable = /^\/(?:assets\/|dashboard\/assets\/|risk-data\.js|brand\/logo|\.well-known\/)/;

it('D3: the headers are on every route, by every method, with and without a token', async () => {
  const routes = routesOf(service.app.printRoutes({ commonPrefix: false }));
  expect(routes.length).toBeGreaterThan(70);
  for (const path of [
    '/login',
    '/dashboard*',
    '/auth/v1/companies/:id/users/:userId',
    '/assets/main-abc123.js',
  ])
    expect(routes.map((route) => route.path)).toContain(path);

  let answers = 0;
  for (const route of routes) {
    const url = addressOf(route);
    const methods = new Set([...route.methods, 'PUT', 'TRACE']) as Set<'GET'>;
    for (const method of methods) {
      for (const headers of [
        { host },
        { host, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        { host, authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
      ]) {
        const remoteAddress = `10.2.${answers >> 8}.${answers & 255}`;
        const answer = await service.app.inject({ method, url, headers, remoteAddress });
        const what = `${method} ${url} ${JSON.stringify(headers)}: ${answer.statusCode}`;
        answers += 1;
        expect(answer.statusCode, what).toBeLessThan(500);
        if (method !== 'GET' && !route.methods.includes(method))
          expect([404, 405], what).toContain(answer.statusCode);
        check(what, { url, headers: answer.headers, body: answer.body });
      }
    }
  }
});

interface Answer {
  readonly url: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

function check(what: string, { url, headers, body }: Answer): void {
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'origin-agent-cluster': '?1',
    'x-permitted-cross-domain-policies': 'none',
    'permissions-policy': expect.stringContaining('camera=()'),
    'reporting-endpoints': `csp="https://${host}/csp-report"`,
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  });
  const policy = String(headers['content-security-policy']).split('; ');
  for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy, what).toContain(directive);
  expect(policy.join(' '), what).not.toMatch(/unsafe|\*/);
  const { 'content-type': given } = headers;
  const type = typeof given === 'string' ? given : '';
  expect(policy.includes('sandbox'), what).toBe(!type.startsWith('text/html'));
  if (body !== '')
    expect(type, what).toMatch(/; charset=utf-8$|^image\/|^application\/(?:gzip|octet-stream)/);
  // Two answers that scripts of kept pages get are asked for again each time; every other one is not stored.
  const asked: readonly string[] = [serviceHealthPath, endpoints.startPasskeySignIn.path];
  const unused = asked.includes(url) && headers['cache-control'] === 'no-cache';
  if (!cacheable.test(url) && !unused) expect(headers['cache-control'], what).toBe('no-store');
  for (const name of ['server', 'x-powered-by', 'access-control-allow-credentials'])
    expect(headers, what).not.toHaveProperty(name);
}

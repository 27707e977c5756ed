/** Tests forwarding headers of proxies, and that neither the metrics nor development's pages are served through one. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import { createTrust } from './trusted-proxies.ts';

let behind: TestApp;
beforeAll(async () => {
  behind = await createTestApp({
    settings: { environment: 'staging', trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] },
  });
});
afterAll(() => behind.close());

it.each([
  ['an IPv4 address with ports', (index: number) => `203.0.113.7:${4000 + index}`],
  ['an IPv6 address with ports', (index: number) => `[2001:db8:1:2::${index}]:${4000 + index}`],
  [
    'a trusted proxy with a port behind the client',
    (index: number) => `203.0.113.8, 10.9.9.9:${5000 + index}`,
  ],
  ['a trusted IPv6 proxy with a port', (index: number) => `203.0.113.9, [fd00::1]:${5000 + index}`],
])('A3: %s counts as one client', async (_, forwarded) => {
  const { email } = await createAccount(behind.deps);
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const answer = await behind.app.inject({
      method: 'POST',
      url: endpoints.signInWithPassword.path,
      payload: { email, password: 'Wrong-Harbour-27!' },
      headers: { 'x-forwarded-for': forwarded(index) },
      remoteAddress: '10.1.2.3',
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('A3: recognises trusted proxies in every notation', () => {
  const isTrusted = createTrust(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  for (const address of [
    '10.0.0.1',
    '::ffff:10.0.0.1',
    '10.0.0.1:80',
    'fd12::1',
    '[fd12::1]:80',
    '192.0.2.1',
  ])
    expect(isTrusted(address), address).toBe(true);
  for (const address of [
    '11.0.0.1',
    '192.0.2.2',
    'fe80::1',
    '',
    'x',
    undefined,
    '10.0.0.1.evil',
    '10.0.0.1, 1.1.1.1',
  ])
    expect(isTrusted(address), address).toBe(false);
});

const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
];

const figures = async ({ app }: TestApp, remoteAddress: string, headers = {}): Promise<number> =>
  (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

it('F3: the metrics are not served through a proxy', async () => {
  const local = await createTestApp({ settings: { trustedProxies: ['127.0.0.9'] } });
  let refused = 0;
  for (const service of [behind, local]) {
    expect(await figures(service, '127.0.0.1')).toBe(200);
    for (const header of forwarding)
      if ((await figures(service, '127.0.0.1', { [header]: '203.0.113.1' })) === 404) refused += 1;
  }
  expect(await figures(behind, '10.1.2.3')).toBe(404);
  expect(await figures(behind, '198.51.100.1')).toBe(404);
  expect(await figures(local, '127.0.0.9')).toBe(404);
  await local.close();
  expect(refused).toBe(forwarding.length * 2);
});

it("development's own pages are unknown to what a proxy passed on", async () => {
  const local = await createTestApp({
    settings: { environment: 'development' },
    app: { extend: (app) => app.get('/mailbox', async () => 'mails') },
  });
  const ask = async (url: string, headers = {}) => (await local.app.inject({ url, headers })).statusCode;
  for (const page of ['/mailbox', '/docs']) {
    expect(await ask(page)).toBe(200);
    for (const header of forwarding) expect(await ask(page, { [header]: '203.0.113.1' }), header).toBe(404);
  }
  expect(await ask('/help', { 'x-forwarded-for': '203.0.113.1' })).toBe(200);
  await local.close();
});

it('F3: the metrics are only on their own port if one is set', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  // In a cluster the peer is often within the range of the proxies: on this port it is Prometheus.
  const service = await createTestApp({
    settings: { metricsPort: port, metricsHost: '127.0.0.1', trustedProxies: ['127.0.0.0/8'] },
  });
  await service.app.ready();
  expect(await figures(service, '127.0.0.1')).toBe(404);
  const at = async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
  const page = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await page.text()).toContain('http_requests_total');
  for (const answer of [page, await fetch(`http://127.0.0.1:${port}/login`)]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(await at('/')).toBe(404);
  expect(await at('/login')).toBe(404);
  expect(await at('/metrics', { method: 'POST' })).toBe(404);
  expect(await at('/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } })).toBe(404);
  // A second service on the same port cannot start, and names the setting.
  const other = await createTestApp({ settings: { metricsPort: port, metricsHost: '127.0.0.1' } }).then(
    async (started) => started.app.ready().then(() => 'started', String),
    String,
  );
  expect(other).toContain(`METRICS_PORT ${port} cannot be used on 127.0.0.1 (EADDRINUSE)`);
  await service.close();
  await expect(at('/metrics')).rejects.toThrow('fetch failed');
});

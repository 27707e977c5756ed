/** Tests the health check of the configured services: live, cached for seconds, and only the configured ones. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { serviceHealth, serviceHealthPath } from '@app/contract/calls/service-health.ts';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { defaultLimit } from '#http/calls/default-limit.ts';

/** Other services, each with an answer by its path; every request is recorded. */
let others: Server;
let address: string;
const asked: string[] = [];
let service: TestApp;

beforeAll(async () => {
  others = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = /^\/(\d{3})/.exec(request.url ?? '')?.[1];
    // Without a status in its path: never answered.
    if (status !== undefined) response.writeHead(Number(status), { location: '/200/followed' }).end('x');
    else if (request.url === '/healthz') response.writeHead(200).end('{}');
  });
  await once(others.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  service = await withServices({
    identityUrl: address,
    dashboardUrl: `${address}/404/dashboard?a=1`,
    workspaceUrl: `${address}/503`,
  });
});
afterAll(async () => {
  await service.close();
  others.closeAllConnections();
  others.close();
});

const withServices = (settings: object): Promise<TestApp> => createTestApp({ settings });

const ask = async ({ app }: TestApp, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url: `${serviceHealthPath}?url=http://evil.test`, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-cache');
  return v.parse(serviceHealth, answer.json());
};

const statesOf = ({ services }: v.InferOutput<typeof serviceHealth>) =>
  Object.fromEntries(
    services.map(({ service: name, state, took }) => [name, took === null ? state : `${state} in time`]),
  );

it('reports each service and the version, and nothing about the installation', async () => {
  const health = await ask(service);
  expect(health.version).toBe('1.9.0');
  expect(Object.keys(health).sort()).toEqual(['checkedAt', 'services', 'version']);
  expect(health.checkedAt).toBe(service.deps.clock());
  // Anything below 500 is an answer.
  expect(statesOf(health)).toEqual({
    identity: 'up in time',
    auth: 'up in time',
    dashboard: 'up in time',
    workspace: 'down',
  });
  expect(asked.toSorted()).toEqual(['GET /404/dashboard?a=1', 'GET /503', 'GET /healthz']);
});

it('checks each service at most once in five seconds', async () => {
  const before = asked.length;
  await Promise.all([ask(service), ask(service), ask(service)]);
  service.deps.advance(4999);
  await ask(service);
  expect(asked.length).toBe(before);
  service.deps.advance(1);
  await Promise.all([ask(service), ask(service)]);
  expect(asked.length).toBe(before + 3);
});

it('times out on a service that never answers, follows no redirect, and skips a missing one', async () => {
  const lame = await withServices({
    identityUrl: 'http://127.0.0.1:1',
    dashboardUrl: `${address}/302`,
    workspaceUrl: `${address}/never`,
  });
  expect(statesOf(await ask(lame))).toEqual({
    identity: 'down',
    auth: 'up in time',
    dashboard: 'up in time',
    workspace: 'down',
  });
  expect(asked).not.toContain('GET /200/followed');
  await lame.deps.store.close();
  lame.deps.advance(5000);
  expect(statesOf(await ask(lame))['auth']).toBe('down');
  await lame.close();
});

it('allows the same origins as the calls, and is rate limited', async () => {
  const answer = await service.app.inject({
    url: serviceHealthPath,
    headers: { origin: 'http://localhost:4000' },
  });
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:4000');
  const statuses = new Set<number>();
  for (let index = 0; index <= defaultLimit.calls; index += 1) {
    const { statusCode } = await service.app.inject({ url: serviceHealthPath, remoteAddress: '192.0.2.5' });
    statuses.add(statusCode);
  }
  expect([...statuses]).toEqual([200, 429]);
});

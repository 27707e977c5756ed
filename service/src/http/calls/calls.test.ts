/** Tests the calls over HTTP: limits per client, repeats, and the documents about the service itself. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import {
  dashboardEndpoints,
  type Endpoint,
  endpoints,
  publicEndpoints,
} from '@app/contract/calls/endpoints.ts';
import { refusals } from '@app/contract/calls/refusals.ts';
import { challengeFromWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import { hundreds } from '#test/setup/proof.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo, rightPassword } from '#test/setup/test-deps.ts';

const lines: string[] = [];
const to = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const service = await createTestApp({ deps: { log: pino({ level: 'info' }, to) } });
afterAll(() => service.close());

const post = (
  app: TestApp,
  path: string,
  payload: object,
  { headers = {}, remoteAddress = '192.0.2.1' } = {},
) => app.app.inject({ method: 'POST', url: path, payload, headers, remoteAddress });

describe('A3: the counted client', () => {
  const tries = async (
    app: TestApp,
    forwarded: (index: number) => object,
    from: string,
  ): Promise<number[]> => {
    const { email } = await createAccount(app.deps);
    const statuses: number[] = [];
    for (let index = 0; index < 100 * hundreds; index += 1) {
      const body = { email, password: '' };
      // The first five are compared; the others only show which client is counted.
      if (index < 5) body.password = 'Wrong-Harbour-27!';
      else body.password = 'Wrong-Harbour-28!';
      const answer = await post(app, endpoints.signInWithPassword.path, body, {
        headers: forwarded(index),
        remoteAddress: from,
      });
      statuses.push(answer.statusCode);
    }
    return statuses;
  };

  it('is the peer, whatever its forwarding headers contain', async () => {
    const statuses = await tries(
      service,
      (index) => ({ 'x-forwarded-for': `203.0.113.${index % 250}` }),
      '198.51.100.7',
    );
    const refused = statuses.filter((status) => status === 429).length;
    expect(100 * hundreds - refused).toBe(5);
  });

  it("is a trusted proxy's client, and an IPv6 address counts with its /64", async () => {
    const behind = await createTestApp({ settings: { trustedProxies: ['10.0.0.0/8'] } });
    const { email } = await createAccount(behind.deps);
    const attempt = async (address: string) =>
      (
        await post(
          behind,
          endpoints.signInWithPassword.path,
          { email, password: 'Wrong-Harbour-27!' },
          { headers: { 'x-forwarded-for': `198.51.100.1, ${address}` }, remoteAddress: '10.1.2.3' },
        )
      ).statusCode;
    for (let index = 0; index < 5; index += 1) expect(await attempt(`2001:db8:1:2::${index}`)).toBe(401);
    expect(await attempt('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await attempt('2001:db8:1:3::1')).toBe(401);
    await behind.close();
  });

  it('gets 3,000 calls of a kind in 15 minutes, then 429 with Retry-After', async () => {
    const once = () => post(service, endpoints.issueDeviceToken.path, {}, { remoteAddress: '192.0.2.99' });
    let answered = 0;
    for (let batch = 0; batch < 30; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, once));
      answered += answers.filter(({ statusCode }) => statusCode === 200).length;
    }
    expect(answered).toBe(3000);
    const last = await once();
    expect(last.json()).toMatchObject({ error: { name: 'rateLimited' } });
    expect(Number(last.headers['retry-after'])).toBe(900);
  });
});

it('a repeat with the same key gets the first answer and sends one mail; another body under it is refused', async () => {
  const { email } = await createAccount(service.deps);
  const body = { email, password: rightPassword };
  const { path } = endpoints.signInWithPassword;
  const headers = { 'idempotency-key': 'one-and-only' };
  const answers = await Promise.all([1, 2, 3].map(() => post(service, path, body, { headers })));
  answers.push(await post(service, path, body, { headers }));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => challengeFromWire(answer.json())?.session)).size).toBe(1);
  expect(await mailsTo(service.deps, email)).toHaveLength(1);
  const other = await post(service, path, { ...body, password: 'x' }, { headers });
  expect({ status: other.statusCode, name: other.json().error.name }).toEqual({
    status: 409,
    name: 'keyReused',
  });
});

it('the OpenAPI document has every call with its body, answers and refusals', async () => {
  const document = (await service.app.inject({ url: '/openapi.json' })).json();
  expect(document.openapi).toBe('3.1.0');
  for (const [name, endpoint] of Object.entries<Endpoint>(publicEndpoints)) {
    const operation = document.paths[endpoint.path].post;
    expect(operation.operationId).toBe(name);
    const schema = operation.requestBody.content['application/json'].schema;
    expect(Object.keys(schema.properties)).toEqual(Object.keys(endpoint.body?.entries ?? {}));
    expect(operation.responses).toHaveProperty(endpoint.answer ? '200' : '204');
    for (const refusal of endpoint.refusals ?? [])
      expect(operation.responses[String(refusals[refusal].status)].description).toContain(
        `\`${refusalOnTheWire(refusal)}\``,
      );
  }
  const dashboard = Object.entries<Endpoint>(dashboardEndpoints);
  for (const [name, endpoint] of dashboard) {
    const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect([operation.operationId, operation.summary]).toEqual([name, expect.any(String)]);
    expect(operation.security).toEqual([{ accessToken: [] }]);
    const status = String(endpoint.status ?? (endpoint.answer ? 200 : 204));
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([status, '401', '404', '429']));
    const parameters = (operation.parameters as { name: string; in: string }[]).map(
      (each) => `${each.in} ${each.name}`,
    );
    for (const [, id = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
      expect(parameters).toContain(`path ${id}`);
    for (const field of Object.keys(endpoint.query?.entries ?? {}))
      expect(parameters).toContain(`query ${field}`);
    if (endpoint.answer)
      expect(Object.keys(operation.responses[status].content)).toEqual([
        'application/json',
        ...(endpoint.csv ? ['text/csv'] : []),
      ]);
  }
  expect(dashboard.filter(([, { csv }]) => csv).map(([name]) => name)).toContain('listEvents');
  expect(JSON.stringify(document)).toContain('"access_token"');
  const docs = await service.app.inject({ url: '/docs' });
  for (const { path } of Object.values(endpoints)) expect(docs.body).toContain(path);
  expect(docs.body).not.toMatch(/<script|style="|https?:\/\/(?!localhost)/);
});

it('the published keys contain no private key', async () => {
  const answer = await service.app.inject({ url: '/.well-known/jwks.json' });
  const { keys } = answer.json();
  expect(keys).toHaveLength(1);
  expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  expect(answer.headers['cache-control']).toContain('max-age=600');
});

it('a CSP report is logged without the queries and fragments of its addresses', async () => {
  const report = {
    'csp-report': {
      'violated-directive': 'script-src',
      'blocked-uri': 'https://evil.test/x.js?secret=1',
      'document-uri': 'http://localhost:4000/login?token=secret#secret',
    },
  };
  const answer = await service.app.inject({
    method: 'POST',
    url: '/csp-report',
    payload: JSON.stringify(report),
    headers: { 'content-type': 'application/csp-report' },
  });
  expect(answer.statusCode).toBe(204);
  const line = lines.find((one) => one.includes('content security policy')) ?? '';
  expect(JSON.parse(line).csp).toEqual({
    directive: 'script-src',
    blocked: 'https://evil.test/x.js',
    page: 'http://localhost:4000/login',
  });
});

it('is not ready while it stops, but still answers', async () => {
  const lifecycle = { stopping: false };
  const { app, close } = await createTestApp({ app: { lifecycle } });
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  lifecycle.stopping = true;
  const answer = await app.inject({ url: '/readyz' });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  const device = await app.inject({ method: 'POST', url: endpoints.issueDeviceToken.path, payload: {} });
  expect({ status: device.statusCode, connection: device.headers['connection'] }).toEqual({
    status: 200,
    connection: 'close',
  });
  await close();
});

/** The log intake: who may write, how much, and how it is logged (spec §8, spec §9). */
import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { logIntakePath, logLimits } from '@app/log/log-batch.ts';

import { createTestApp } from '#test/setup/test-app.ts';

import { createLog } from '#log.ts';

const lines: Record<string, unknown>[] = [];
const to = new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(String(line))));
const service = await createTestApp({
  deps: { log: createLog({ logLevel: 'info', environment: 'development' }, to) },
});
afterAll(() => service.close());
beforeEach(() => void (lines.length = 0));

const secret = 'Kestrel-Harbour-27!';
const origin = 'http://localhost:4000';
const at = Date.now();
const entry = { at, level: 'info', category: 'authentication', message: 'password answered: success' };
const batch = { app: 'sign-in', version: '1.9.0', page: '/login', entries: [entry] };

const post = (payload: unknown, headers: Record<string, string> = { origin }, remoteAddress = '192.0.2.1') =>
  service.app.inject({
    method: 'POST',
    url: logIntakePath,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress,
  });
const written = () => lines.filter(({ source }) => source !== undefined);

it('writes each entry as a line of its own, cleaned once more', async () => {
  const properties = {
    step: 'password',
    password: secret,
    text: JSON.stringify({ idToken: secret }),
    level: 'fatal',
  };
  const entries = [
    { ...entry, properties },
    { ...entry, level: 'error', category: 'page', message: `failed at /reset?token=${secret}` },
  ];
  const at = service.deps.clock();
  for (const each of entries) each.at = at;
  const { statusCode } = await post({ ...batch, roles: ['Admin'], dropped: 3, entries });
  expect(statusCode).toBe(204);
  expect(written()).toMatchObject([
    { level: 'warn', dropped: 3 },
    {
      level: 'info',
      source: 'sign-in',
      version: '1.9.0',
      page: '/login',
      category: 'authentication',
      roles: ['Admin'],
      at: new Date(at).toISOString(),
      properties: { step: 'password', password: '<sensitive>', level: 'fatal' },
      msg: 'password answered: success',
    },
    { level: 'error', category: 'page', msg: 'failed at /reset' },
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it('F5: takes a batch of none of our pages from nobody', async () => {
  const statuses = [];
  for (const headers of [
    {},
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: `${origin}.evil.test` },
  ])
    statuses.push((await post(batch, headers as Record<string, string>)).statusCode);
  expect(statuses).toEqual([403, 403, 403, 403]);
  expect(written()).toEqual([]);
  // Each leaves one line with its reason.
  expect(lines.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 4 }, () => 'log entries of a foreign page'),
  );
});

it.each([
  ['no JSON', 'x', 400],
  ['no batch', {}, 422],
  ['another app', { ...batch, app: 'evil' }, 422],
  ['a page with a query', { ...batch, page: `/login?token=${secret}` }, 422],
  ['a page elsewhere', { ...batch, page: 'https://evil.test/' }, 422],
  ['a level that is none', { ...batch, entries: [{ ...entry, level: 'fatal' }] }, 422],
  ['a category with a line break', { ...batch, entries: [{ ...entry, category: 'a\nb' }] }, 422],
  ['a time that is none', { ...batch, entries: [{ ...entry, at: 1e300 }] }, 422],
  [
    'too many entries',
    { ...batch, entries: Array.from({ length: logLimits.entriesMax + 1 }, () => entry) },
    422,
  ],
  ['a message too long', { ...batch, entries: [{ ...entry, message: 'x'.repeat(5000) }] }, 422],
  ['too many bytes', { ...batch, entries: [{ ...entry, properties: { x: 'x'.repeat(70_000) } }] }, 413],
])('F5: refuses %s', async (_, payload, status) => {
  expect((await post(payload)).statusCode).toBe(status);
  expect(written()).toEqual([]);
});

it('F5: keeps a line a line, whatever a message has in it', async () => {
  const message = 'one\r\n{"level":"fatal","msg":"forged"}\u001b[31m\u2028';
  await post({ ...batch, entries: [{ ...entry, message, properties: { __proto__: 1, constructor: 2 } }] });
  expect(written()).toHaveLength(1);
  expect(written()[0]).toMatchObject({ level: 'info', source: 'sign-in' });
});

it('F5: writes 2,000 entries of one client in 15 minutes, and no more', async () => {
  const entries = Array.from({ length: 50 }, () => entry);
  const statuses: Record<number, number> = {};
  for (let n = 0; n < 45; n += 1) {
    const { statusCode } = await post({ ...batch, entries }, { origin }, '192.0.2.99');
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
  expect(statuses).toEqual({ 204: 40, 429: 5 });
  expect(written()).toHaveLength(2000);
  expect((await post(batch, { origin }, '192.0.2.100')).statusCode).toBe(204);
});

const report = (page: string, { headers = {}, client = '192.0.2.1', times = 1 } = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/csp-report',
    payload: JSON.stringify(
      Array.from({ length: times }, () => ({ type: 'csp-violation', body: { documentURL: page } })),
    ),
    headers: { 'content-type': 'application/reports+json', ...headers },
    remoteAddress: client,
  });
const reported = () => lines.filter(({ csp }) => csp !== undefined);

it('F5: drops the reports of foreign pages, whose policies may name this address', async () => {
  const own = `${origin}/login`;
  for (const [page, headers] of [
    ['https://evil.test/login', {}],
    [`${origin}.evil.test/login`, {}],
    ['about:blank', {}],
    ['', {}],
    [own, { origin: 'https://evil.test' }],
  ] as const)
    expect((await report(page, { headers })).statusCode).toBe(204);
  expect(reported()).toEqual([]);
  for (const headers of [{}, { origin }, { origin: 'null' }]) await report(own, { headers });
  expect(reported()).toHaveLength(3);
});

it('counts the lines of all doors together, those about left-out entries too', async () => {
  const client = '192.0.2.101';
  const entries = Array.from({ length: 50 }, () => entry);
  for (let n = 0; n < 39; n += 1) await post({ ...batch, entries }, { origin }, client);
  for (let n = 0; n < 20; n += 1) await post({ ...batch, entries: [], dropped: 1 }, { origin }, client);
  const statuses = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push((await report(`${origin}/login`, { client, times: 10 })).statusCode);
  expect(statuses).toEqual([204, 204, 204, 429, 429]);
  expect(reported()).toHaveLength(30);
  expect(reported().length + written().length).toBe(2000);
  expect((await post(batch, { origin }, client)).statusCode).toBe(429);
});

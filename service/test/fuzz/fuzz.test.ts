/** The runs of `npm run fuzz`, with a fixed seed and few tries: that they run, that they find, and that nothing is found. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

import { faultOf } from './calls/answer-check.ts';
import type { Answer } from './calls/exchange.ts';
import type { Operation } from './calls/operations.ts';
import type { FuzzRequest } from './calls/requests.ts';
import { fuzzCalls } from './calls/run-calls.ts';
import { mismatch } from './calls/schema-check.ts';
import { fuzzReaders, readerTable } from './readers/run-readers.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({ settings: { trustedProxies: ['127.0.0.0/8', '::1'] } });
});
afterAll(() => service.close());

it('every call answers generated requests as the OpenAPI document says', async () => {
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { deps } = service;
  const fuzzed = {
    url,
    store: deps.store,
    passwords: deps.passwords,
    advance: async (by: number) => deps.advance(by),
    stop: async () => {},
  };
  const { rows } = await fuzzCalls(fuzzed, { seed: 1, requests: 6 });
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  const statuses = new Set(rows.flatMap((row) => [...row.statuses.keys()]));
  console.log(`${requests} requests to ${rows.length} calls, ${statuses.size} statuses, 0 x 5xx`);
  expect(rows.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(rows.length).toBeGreaterThan(50);
  for (const status of [200, 204, 400, 401, 404, 405, 415, 422]) expect(statuses).toContain(status);
});

const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
const operation: Operation = {
  name: 'a',
  method: 'GET',
  path: '/a',
  parameters: [],
  body: undefined,
  answers: { 200: { content: { 'application/json': { schema } } } },
};
const request: FuzzRequest = {
  caller: 'admin',
  method: 'GET',
  target: '/a',
  headers: {},
  body: undefined,
  odd: undefined,
};

it('an answer that is not as the document says is a fault', async () => {
  const { headers } = await service.app.inject({ url: '/healthz' });
  const ofAnswer = { ...headers, 'content-type': 'application/json' } as Answer['headers'];
  const good: Answer = { status: 200, headers: ofAnswer, body: '{"count":1}' };
  const faultIn = (change: object) =>
    faultOf({ ...good, ...change }, { operation, request, shared: {}, secrets: ['hidden'] });
  expect(faultIn({})).toBeUndefined();
  for (const [change, fault] of [
    [{ status: 500 }, '500'],
    [{ status: 201 }, 'the status 201'],
    [{ body: '{"count":"1"}' }, 'integer'],
    [{ body: '{}' }, 'count is missing'],
    [{ body: 'x' }, 'no JSON'],
    [{ body: '{"count":1,"a":"hidden"}' }, 'secret'],
    [{ headers: { ...good.headers, 'content-type': 'text/html' } }, 'text/html'],
    [{ headers: { ...good.headers, 'x-content-type-options': '' } }, 'x-content-type-options'],
    [{ headers: { ...good.headers, server: 'x' } }, 'server'],
    [{ status: 404, body: 'Error\n    at main.ts' }, 'inside'],
    [{ status: 429, body: '{}' }, 'Retry-After'],
  ] as const)
    expect(faultIn(change), JSON.stringify(change)).toContain(fault);
  expect(() => mismatch({}, { unevaluatedItems: false }, {})).toThrow('unevaluatedItems');
});

it('a run finds a crash, makes it small, and notices a reader that does not end', async () => {
  const short = { seed: 1, seconds: 60, runs: 20_000 };
  const [crashes] = await fuzzReaders({ ...short, only: ['crashes on purpose'] });
  expect(crashes?.crashes.map(({ message, input }) => [message, Buffer.from(input).toString()])).toEqual([
    ['Error: found', 'ab!'],
  ]);
  const [hangs] = await fuzzReaders({ ...short, only: ['hangs on purpose'], hangAfter: 400 });
  expect(hangs?.hangs.map(({ input }) => Buffer.from(input).toString())).toEqual(['hang']);
});

it('no reader of foreign input crashes or hangs', async () => {
  const rows = await fuzzReaders({ seed: 1, seconds: 60, runs: 40 });
  console.log(readerTable(rows).join('\n'));
  expect(rows.filter(({ crashes, hangs }) => crashes.length + hangs.length > 0)).toEqual([]);
  for (const { name, covered, runs } of rows) {
    expect(runs, name).toBeGreaterThanOrEqual(40);
    expect(covered, name).toBeGreaterThan(1);
  }
});

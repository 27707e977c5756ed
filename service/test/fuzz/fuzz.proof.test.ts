/**
 * Hostile input by machine: every call of the OpenAPI document, every page, form and report, and the readers of foreign
 * input, with a fixed seed and few tries. `npm run try fuzz` (`tools/trials/fuzz.mjs`) repeats it with another seed, for longer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { keysWithSaml } from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

import { faultOf } from './calls/answer-check.ts';
import type { Answer } from './calls/exchange.ts';
import type { Operation } from './calls/operations.ts';
import type { FuzzRequest } from './calls/requests.ts';
import type { FuzzedService } from './calls/people.ts';
import { callTable, fuzzCalls } from './calls/run-calls.ts';
import { messageText } from './pages/provider-messages.ts';
import { fuzzPages, createProviderCompany } from './pages/run-pages.ts';
import { saveFindings } from './readers/findings.ts';
import { fuzzReaders, readerTable } from './readers/run-readers.ts';
import { targetNames } from './readers/targets.ts';

/** What `npm run try fuzz` asks for: `requests` to each call, `seconds` for all readers together. */
const asked = JSON.parse(process.env['FUZZ'] ?? '{}') as {
  seed?: number;
  requests?: number;
  seconds?: number;
};
const { seed = 1, requests, seconds } = asked;
/** Which statuses come is certain only with the fixed seed. */
const isFixed = requests === undefined;

let service: FuzzedService;
beforeAll(async () => {
  const testApp = await createTestApp({
    keys: keysWithSaml(),
    settings: { trustedProxies: ['127.0.0.0/8', '::1'] },
  });
  service = { ...testApp, url: await testApp.app.listen({ port: 0, host: '127.0.0.1' }) };
});
afterAll(() => service.close());

it('every call answers generated requests as the OpenAPI document says', async () => {
  const rows = await fuzzCalls(service, { seed, requests: requests ?? 6 });
  const statuses = new Set(rows.flatMap((row) => [...row.statuses.keys()]));
  console.log(callTable(rows).join('\n'));
  expect(rows.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(rows.length).toBeGreaterThan(50);
  if (isFixed)
    for (const status of [200, 204, 400, 401, 404, 405, 415, 422]) expect(statuses).toContain(status);
});

it('every page, form and report answers hostile input with an answer of its own', async () => {
  const rows = await fuzzPages(service, { seed, requests: requests ?? 50 });
  console.log(callTable(rows, 'page').join('\n'));
  expect(rows.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(rows.length).toBeGreaterThan(18);
  if (!isFixed) return;
  const statusesOf = (name: string) => [...(rows.find((row) => row.name === name)?.statuses.keys() ?? [])];
  expect(statusesOf('/login')).toEqual(expect.arrayContaining([200, 422]));
  expect(statusesOf('sso answer')).toContain(303);
  expect(statusesOf('/log-intake')).toEqual(expect.arrayContaining([204, 422]));
});

it("the provider's answer of a run signs in unless it is broken", async () => {
  const company = await createProviderCompany(service.deps);
  const led: Record<string, string | undefined> = {};
  for (const broken of ['nothing', 'before signing', 'after signing'] as const) {
    const facts = await company.attempt('10.9.9.9');
    const answer = {
      kind: 'answer',
      binding: 'post',
      broken,
      which: 4,
      put: '<a',
      instead: 'element',
    } as const;
    const { headers } = await service.app.inject({
      method: 'POST',
      url: `/auth/v1/saml/${company.id}/acs`,
      payload: messageText(answer, facts),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    led[broken] = /[?&](code|error)=/.exec(String(headers.location))?.[1];
  }
  expect(led).toEqual({ nothing: 'code', 'before signing': 'error', 'after signing': 'error' });
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
    [{ body: '{}' }, "required property 'count'"],
    [{ body: 'x' }, 'no JSON'],
    [{ body: '{"count":1,"a":"hidden"}' }, 'secret'],
    [{ headers: { ...good.headers, 'content-type': 'text/html' } }, 'text/html'],
    [{ headers: { ...good.headers, 'x-content-type-options': '' } }, 'x-content-type-options'],
    [{ headers: { ...good.headers, server: 'x' } }, 'server'],
    [{ status: 404, body: 'Error\n    at main.ts' }, 'inside'],
    [{ status: 429, body: '{}' }, 'Retry-After'],
  ] as const)
    expect(faultIn(change), JSON.stringify(change)).toContain(fault);
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
  const bound = seconds === undefined ? { seconds: 60, runs: 40 } : { seconds: seconds / targetNames.length };
  const rows = await fuzzReaders({ seed, ...bound });
  console.log(readerTable(rows).join('\n'));
  expect(saveFindings(rows)).toEqual([]);
  for (const { name, covered, runs } of rows) {
    expect(runs, name).toBeGreaterThanOrEqual(40);
    expect(covered, name).toBeGreaterThan(1);
  }
});

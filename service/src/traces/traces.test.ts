/** Traces arrive at a real OTLP intake, with one span for each piece of work and no personal data. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { afterAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { serviceHealthPath } from '@app/contract/calls/service-health.ts';

import { deliverDueMails } from '#mails/deliver-mails.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';
import { workChannel } from '#work-channel.ts';

import { parentContext, startTraces, statementName } from './traces.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const bodies: string[] = [];
const settings = { trustedProxies: ['10.0.0.0/8'] };

const intake = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    expect(request.url).toBe('/v1/traces');
    expect(request.headers['content-type']).toBe('application/json');
    bodies.push(Buffer.concat(parts).toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await once(intake.listen(0, '127.0.0.1'), 'listening');
const endpoint = `http://127.0.0.1:${(intake.address() as AddressInfo).port}`;
const deps = await createTestApp({ settings });
const traces = startTraces(
  { ...deps.deps.settings, traces: { endpoint, serviceName: 'sign-in', ratio: 1 } },
  deps.deps.log,
);
await deps.close();
const service = await createTestApp({ settings, app: { traces } });
afterAll(async () => {
  await service.close();
  intake.close();
});

const remote = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };

it('a sign-in is one trace: the request, its statements, its hash; the mail is another', async () => {
  const { email } = await createAccount(service.deps, { secondStep: 'always' });
  const ask = (remoteAddress: string) =>
    service.app.inject({
      method: 'POST',
      url: `${endpoints.signInWithPassword.path}?secret=Harbour-27`,
      payload: { email, password: rightPassword },
      headers: remote,
      remoteAddress,
    });
  const id = (await ask('192.0.2.1')).headers['x-request-id'];
  await ask('10.1.2.3');
  const mailer = { send: async () => ({ sent: true }) as const, close: () => {} };
  await deliverDueMails({ ...service.deps, mailer });
  await service.app.inject({ url: serviceHealthPath });
  await traces.stop();

  const batches = bodies.map((body) => JSON.parse(body) as Batch);
  const spans = batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const requests = spans.filter(({ name }) => name === 'POST signInWithPassword');
  expect(requests).toHaveLength(2);
  const [stranger, proxied] = requests;
  // A trace id that a stranger writes into the header is not used.
  expect(stranger?.traceId).not.toBe('a'.repeat(32));
  expect(stranger?.parentSpanId ?? '').toBe('');
  expect(proxied).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
  expect(stranger?.attributes).toContainEqual({ key: 'request.id', value: { stringValue: id } });
  expect(stranger?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });

  const within = spans.filter(
    ({ traceId, spanId }) => traceId === stranger?.traceId && spanId !== stranger.spanId,
  );
  const names = within.map(({ name }) => name);
  expect(names).toContain('compare password');
  expect(names.filter((name) => /^(?:select|with|insert|update) /.test(name)).length).toBeGreaterThan(1);
  expect(within.every(({ parentSpanId }) => parentSpanId === stranger?.spanId)).toBe(true);
  expect(spans.some(({ name }) => name === 'mail loginCode')).toBe(true);
  expect(spans.some(({ name }) => name === 'probe service')).toBe(true);
  const resource = batches[0]?.resourceSpans[0]?.resource.attributes;
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'sign-in' } });

  const sent = bodies.join('\n');
  for (const secret of [email, rightPassword, 'Harbour', '192.0.2.1']) expect(sent).not.toContain(secret);
});

it('after the end nobody listens, and work costs nothing', () => {
  expect(workChannel.hasSubscribers).toBe(false);
});

it.each([
  [remote.traceparent, true, 'a'.repeat(32)],
  [remote.traceparent, false, undefined],
  [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, true, undefined],
  [`00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`, true, undefined],
  [`${remote.traceparent}, ${remote.traceparent}`, true, undefined],
  [undefined, true, undefined],
])('takes the parent %s from a trusted proxy (%s) alone', (header, fromTrusted, traceId) => {
  expect(trace.getSpanContext(parentContext(header, fromTrusted))?.traceId).toBe(traceId);
});

it.each([
  ['select "id" from "accounts" where "email" = $1', 'select accounts'],
  ['update outbox set payload = null', 'update outbox'],
  [
    `with "challenge" as (insert into challenges values ($1)), "mail" as (select 'x, y as (')\n select`,
    'with challenge, mail',
  ],
  ['begin', 'begin'],
])('calls the statement %s %s', (text, name) => {
  expect(statementName(text)).toBe(name);
});

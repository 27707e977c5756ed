/**
 * Refused requests of every kind leave one line with a reason, and line, header, error body and support code have the
 * same request id.
 */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';

import { createLog } from '#log.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
const to = new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(String(line)) as Line));
const service = await createTestApp({
  deps: { log: createLog({ logLevel: 'info', environment: 'development' }, to) },
  app: {
    extend: (app) =>
      app.get('/broken', () => {
        throw new Error('the reason of a fault');
      }),
  },
});
const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly id: string | null;
  readonly body: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(base + path, init);
  return { status: answer.status, id: answer.headers.get('x-request-id'), body: await answer.text() };
}

const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

const read = (text: string): Answer => ({
  status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
  id: /^x-request-id: (\S+)/im.exec(text)?.[1] ?? null,
  body: text.split('\r\n\r\n')[1] ?? '',
});

/** What comes for bytes that no client would write. */
async function raw(text: string): Promise<Answer> {
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let got = '';
  socket.setEncoding('utf8').on('data', (part: string) => (got += part));
  await once(socket, 'close');
  return read(got);
}

/** What a peer gets that took too long: Node tells the server in the same way, ten seconds later. */
async function timedOut(): Promise<Answer> {
  const socket = new PassThrough().setEncoding('utf8');
  let got = '';
  socket.on('data', (part: string) => (got += part));
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  service.app.server.emit('clientError', error, socket);
  await once(socket, 'end');
  return read(got);
}

const signIn = endpoints.signInWithPassword.path;
const wrong = (email: string): string => JSON.stringify({ email, password: 'Wrong-Harbour-27!' });

async function tooManyTries(): Promise<Answer> {
  const { email } = await createAccount(service.deps);
  for (let index = 0; index < 5; index += 1) await post(signIn, wrong(email));
  lines.length = 0;
  return post(signIn, wrong(email));
}

async function foreignHost(): Promise<Answer> {
  return raw('GET /login HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n');
}

const upload = samlConfigurationPath.replace('{id}', '00000000-0000-4000-8000-000000000000');
const uploaded = (): Promise<Answer> =>
  ask(upload, {
    method: 'PUT',
    body: '--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });

it.each<readonly [kind: string, status: number, work: () => Promise<Answer>]>([
  ['an unknown path', 404, () => ask('/nothing-here')],
  ['an unknown page for a person', 404, () => ask('/nothing-here', { headers: { accept: 'text/html' } })],
  ['another method', 405, () => ask('/healthz', { method: 'DELETE' })],
  ['a body that is too large', 413, () => post(signIn, JSON.stringify({ email: 'a'.repeat(200_000) }))],
  ['another media type', 415, () => post(signIn, 'x', { 'content-type': 'text/plain' })],
  ['no JSON', 400, () => post(signIn, '{')],
  ['a field that breaks its rule', 422, () => post(signIn, '{"email":"x","password":"y"}')],
  ['a wrong password', 401, () => post(signIn, wrong('nobody@elsewhere.test'))],
  ['too many tries', 429, tooManyTries],
  ['a foreign host', 421, foreignHost],
  ['a foreign page', 403, () => post('/log-intake', '{}', { origin: 'https://evil.test' })],
  ['a refused upload', 401, uploaded],
  ['a fault', 500, () => ask('/broken')],
  ['no HTTP', 400, () => raw('nonsense\r\n\r\n')],
  ['headers too large', 431, () => raw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['an expectation', 417, () => raw('GET / HTTP/1.1\r\nHost: localhost:4000\r\nExpect: more\r\n\r\n')],
  ['a request that takes too long', 408, timedOut],
])('%s is answered with %i, and leaves one line', async (_, status, work) => {
  lines.length = 0;
  const answer = await work();
  expect(answer.status, answer.body).toBe(status);
  expect(answer.id).toMatch(/^[\da-f-]{36}$/);
  if (answer.body.startsWith('{')) expect(JSON.parse(answer.body)).toMatchObject({ requestId: answer.id });
  await expect.poll(() => lines.filter(({ msg }) => msg === 'answered')).toHaveLength(1);
  const [line] = lines.filter(({ msg }) => msg === 'answered');
  expect(line).toMatchObject({ requestId: answer.id, status });
  expect(line?.['outcome']).toMatch(/^[a-zA-Z]+$/);
  expect(line?.['reason']).toMatch(/\w{3}/);
  expect(supportCodeOf(String(line?.['requestId']))).toBe(supportCodeOf(answer.id ?? ''));
});

it.each([
  ['a call', signIn, 'application/json'],
  ['a form', '/login', 'application/x-www-form-urlencoded'],
  ['a report', '/csp-report', 'application/csp-report'],
])(
  'the body of %s that its client stops sending is no error, and no lost database',
  async (_, path, type) => {
    const { port } = service.app.server.address() as AddressInfo;
    for (const stop of ['resetAndDestroy', 'destroy'] as const) {
      lines.length = 0;
      const arrived = once(service.app.server, 'request');
      const early = () => lines.filter(({ msg }) => msg === 'the client closed the connection early');
      const socket = connect(port, '127.0.0.1');
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost:4000\r\nSec-Fetch-Site: same-origin\r\n`;
      socket.write(`${head}Content-Type: ${type}\r\nContent-Length: 99\r\n\r\n{"email`);
      await arrived;
      socket[stop]();
      await expect.poll(early).toHaveLength(1);
      expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['info']));
    }
  },
);

it('an answer that is no refusal has its id, too', async () => {
  for (const path of ['/healthz', '/login', '/.well-known/jwks.json', '/openapi.json']) {
    const { status, id } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(id).toMatch(/^[\da-f-]{36}$/);
  }
});

it('the line of a refused code names its field', async () => {
  lines.length = 0;
  await post(endpoints.verifyCode.path, '{}');
  expect(lines).toMatchObject([{ status: 422, reason: expect.stringMatching(/\bcode is_/) as string }]);
});

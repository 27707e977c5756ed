import { endpoints } from '@app/contract/calls/endpoints.ts';
import { afterEach, expect, test, vi } from 'vitest';

import { wireTokensAt } from '#test/tokens.ts';

import { createClient, type ClientOptions } from './client.ts';
import type { Outcome } from './request.ts';

type Answering = (url: string, init: RequestInit) => Response | Promise<Response>;

const tokens = wireTokensAt(Date.parse('2026-11-21T12:00:00Z'), 'a');
const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

/** A client with a network that gives one answer for each try and then repeats the last, and the requests made. */
function clientWith(tries: Answering[], options: Partial<ClientOptions> = {}) {
  const requests: { url: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const client = createClient({
    authUrl: 'https://auth.northline.test',
    platform: 'dashboard',
    ...options,
    fetch: async (url, init = {}) => {
      const answer = tries[Math.min(requests.length, tries.length - 1)];
      requests.push({ url: url as string, init, headers: init.headers as Record<string, string> });
      if (!answer) throw new TypeError('no answer prepared');
      return answer(url as string, init);
    },
  });
  return { client, requests };
}

const broken: Answering = () => Promise.reject(new TypeError('Failed to fetch'));
/** Never answers, and rejects on abort as a browser's fetch does. */
const silent: Answering = (_url, init) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
const cutShort: Answering = () =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }),
  );

const kindOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'answer' : outcome.failure.kind);
const credentials = { email: 'ada@northline.test', password: 'Kestrel-Harbour-27!' };

afterEach(() => vi.unstubAllGlobals());

test('a call is JSON without cookies, with its platform, and follows no redirect', async () => {
  const { client, requests } = clientWith([() => json(200, { basic: tokens })], {
    authUrl: 'https://auth.northline.test/',
  });
  const outcome = await client.call(endpoints.signInWithPassword, { body: credentials });
  expect(outcome).toMatchObject({
    ok: true,
    answer: { basic: { refreshToken: 'refresh-a', expiresIn: 900 } },
  });
  expect(requests).toHaveLength(1);
  const [{ url, init, headers }] = requests as [(typeof requests)[0]];
  expect(url).toBe('https://auth.northline.test/auth/v2/users/session');
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'error' });
  expect(JSON.parse(init.body as string)).toEqual(credentials);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-origin': 'dashboard',
    'x-platform': 'authentication-ui',
  });
  expect(headers).not.toHaveProperty('authorization');
});

test('every attempt has its own Idempotency-Key or the given one; a safe call has none', async () => {
  const { client, requests } = clientWith([() => new Response(null, { status: 204 })]);
  await client.call(endpoints.revokeTokens, { body: { refreshToken: 'r' } });
  await client.call(endpoints.revokeTokens, { body: { refreshToken: 'r' } });
  await client.call(endpoints.revokeTokens, { body: { refreshToken: 'r' } }, { idempotencyKey: 'attempt-7' });
  await client.call(endpoints.issueDeviceToken, { body: {} });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys.slice(2)).toEqual(['attempt-7', undefined]);
});

test.each<[string, Answering, string]>([
  [
    'the code step',
    () => json(200, { mfa: { session: 's', serverNow: 1, codeExpiresAt: 2, resendAt: 3, triesLeft: 5 } }),
    'answer',
  ],
  ['neither part', () => json(200, {}), 'credentials'],
  ['a half set of tokens', () => json(200, { basic: { ...tokens, id_token: undefined } }), 'credentials'],
  ['an unknown strategy', () => json(200, { basic: { ...tokens, auth_strategy: 'magic' } }), 'credentials'],
  ['a page of a proxy', () => new Response('<html>Welcome to the hotel</html>'), 'credentials'],
  ['an empty 200', () => new Response(''), 'credentials'],
  ['a 204 where an answer was due', () => new Response(null, { status: 204 }), 'credentials'],
  [
    'a wrong password',
    () => json(401, { error: { name: 'credentials', message: 'No.' }, requestId: 'r' }),
    'credentials',
  ],
  ['a gateway that gave up', () => new Response('<html>504</html>', { status: 504 }), 'timeout'],
  ['a redirect that was not followed', () => Promise.reject(new TypeError('redirect')), 'network'],
])('%s', async (_what, answer, kind) => {
  const { client } = clientWith([answer]);
  expect(kindOf(await client.call(endpoints.signInWithPassword, { body: credentials }))).toBe(kind);
});

test.each<[string, Answering]>([
  ['a connection that broke before the answer', broken],
  ['an answer that was cut short', cutShort],
])('%s is repeated once, with the same key, and the first answer arrives', async (_what, first) => {
  const { client, requests } = clientWith([first, () => json(200, tokens)]);
  const outcome = await client.call(endpoints.verifyCode, {
    body: {
      email: 'a@b.test',
      code: '123456',
      session: 's',
    },
  });
  expect(outcome.ok).toBe(true);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
});

test('a connection that breaks twice is a network failure after exactly two tries', async () => {
  const { client, requests } = clientWith([broken]);
  expect(await client.call(endpoints.signInWithPassword, { body: credentials })).toEqual({
    ok: false,
    failure: { kind: 'network' },
  });
  expect(requests).toHaveLength(2);
});

test('a repeat whose first try is still in progress is a network failure, not wrong credentials', async () => {
  const { client } = clientWith([
    broken,
    () => json(409, { error: { name: 'keyReused', message: 'No.' }, requestId: 'r' }),
  ]);
  expect(kindOf(await client.call(endpoints.signInWithPassword, { body: credentials }))).toBe('network');
});

test('no call is repeated while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { client, requests } = clientWith([broken]);
  expect(kindOf(await client.call(endpoints.signInWithPassword, { body: credentials }))).toBe('network');
  expect(requests).toHaveLength(1);
});

test('a call that times out is a network failure and is not repeated', async () => {
  const { client, requests } = clientWith([silent], { timeout: 20 });
  expect(kindOf(await client.call(endpoints.signInWithPassword, { body: credentials }))).toBe('network');
  expect(requests).toHaveLength(1);
});

test('an answer that stops halfway ends with the same timeout', async () => {
  const stalls: Answering = (_url, init) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"basic"'));
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      }),
    );
  const { client, requests } = clientWith([stalls], { timeout: 20 });
  expect(kindOf(await client.call(endpoints.signInWithPassword, { body: credentials }))).toBe('network');
  expect(requests).toHaveLength(1);
});

test('a caller can end a call, before or while it runs', async () => {
  const { client, requests } = clientWith([silent]);
  const ending = new AbortController();
  const running = client.call(endpoints.signInWithPassword, { body: credentials }, { signal: ending.signal });
  ending.abort();
  expect(kindOf(await running)).toBe('network');
  expect(requests).toHaveLength(1);
});

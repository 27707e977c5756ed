import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { refusals, type RefusalName } from '@app/contract/calls/refusals.ts';
import { takeQueue } from '@app/log/log-queue.ts';
import { expect, test, vi } from 'vitest';

import type { SessionState } from '#session/dashboard-session.ts';
import { createDashboardClient, type DashboardClientOptions } from './dashboard-client.ts';

type Answering = (init: RequestInit, url: string) => Response | Promise<Response>;
const companyId = 'c0000000-0000-4000-8000-000000000001';
const refused = (name: RefusalName, more: object = {}): Response =>
  Response.json(
    { error: { name, message: refusals[name].message }, requestId: 'r-1', ...more },
    { status: refusals[name].status },
  );
const list = { items: [], total: 0 };

/** A client with a network that gives one answer for each request and then repeats the last. */
function open(answers: Answering[], options: Partial<DashboardClientOptions> = {}) {
  const requests: { url: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const tokens = ['old', 'new', 'newer'];
  let state: SessionState['kind'] = 'signedIn';
  const session = {
    getState: () => ({ kind: state }) as SessionState,
    companyId: () => companyId,
    accessToken: vi.fn(async (): Promise<string | undefined> => tokens[0]),
    renew: vi.fn(async (used: string): Promise<string | undefined> => tokens[tokens.indexOf(used) + 1]),
  };
  const confirmSignIn = vi.fn(async () => false);
  const client = createDashboardClient({
    authUrl: 'https://auth.northline.test/',
    session,
    confirmSignIn,
    ...options,
    fetch: async (url, init = {}) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push({ url: url as string, init, headers: init.headers as Record<string, string> });
      if (!answer) throw new TypeError('no answer prepared');
      return answer(init, url as string);
    },
  });
  return { client, requests, session, confirmSignIn, end: () => (state = 'ended') };
}

test('a read has the address, the query and the token, and neither body nor key', async () => {
  const { client, requests } = open([() => Response.json(list)]);
  const outcome = await client.call(userEndpoints.listUsers, {
    query: { search: 'zoë & co', method: 'saml', sort: 'email', cursor: '' },
  });
  expect(outcome).toEqual({ ok: true, answer: list });
  const [{ url, init, headers }] = requests as [(typeof requests)[0]];
  expect(url).toBe(
    `https://auth.northline.test/auth/v1/companies/${companyId}/users?search=zo%C3%AB+%26+co&method=saml&sort=email`,
  );
  expect(init).toMatchObject({ method: 'GET', credentials: 'omit', redirect: 'error' });
  expect(init.body).toBeUndefined();
  expect(headers).toMatchObject({ authorization: 'Bearer old', 'x-origin': 'dashboard' });
  expect(headers).not.toHaveProperty('idempotency-key');
});

test('a change has its ids in the path, its body and a key', async () => {
  const { client, requests } = open([() => new Response(null, { status: 202 })]);
  const input = { params: { userId: 'a/../b' }, body: { email: 'zoe@northline.test' } };
  expect(await client.call(userEndpoints.requestEmailChange, input)).toEqual({ ok: true, answer: undefined });
  expect(requests[0]?.url).toContain('/users/a%2F..%2Fb/email-change');
  expect(requests[0]?.init.body).toBe('{"email":"zoe@northline.test"}');
  expect(requests[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
});

test('an expired token is renewed once, and the call repeated with the same key', async () => {
  const { client, requests, session } = open([
    () => refused('sessionExpired'),
    () => new Response(null, { status: 204 }),
  ]);
  const outcome = await client.call(ownAccountEndpoints.endOtherSessions, {});
  expect(outcome.ok).toBe(true);
  expect(session.renew).toHaveBeenCalledExactlyOnceWith('old');
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
});

test('a session that has ended is a failure after one renewal, and one that failed to be renewed has not', async () => {
  const { client, requests, session, end } = open([() => refused('sessionExpired')]);
  session.renew.mockResolvedValue(undefined);
  const failed = await client.call(ownAccountEndpoints.readAccount, {});
  expect(failed).toMatchObject({ ok: false, failure: { kind: 'network' } });
  requests.length = 0;
  end();
  const outcome = await client.call(ownAccountEndpoints.readAccount, {});
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'sessionExpired' } });
  expect(requests).toHaveLength(1);
  session.accessToken.mockResolvedValue(undefined);
  await client.call(ownAccountEndpoints.readAccount, {});
  expect(requests).toHaveLength(1);
});

test.each([
  [true, 2, { ok: true }],
  [false, 1, { ok: false, failure: { kind: 'reauthenticationRequired' } }],
])('a sign-in that is too old is confirmed (%s): %i requests', async (confirmed, count, expected) => {
  const { client, requests, confirmSignIn } = open([
    () => refused('reauthenticationRequired'),
    () => new Response(null, { status: 202 }),
  ]);
  confirmSignIn.mockResolvedValue(confirmed);
  const input = { params: { userId: 'a' }, body: { email: 'zoe@northline.test' } };
  expect(await client.call(userEndpoints.requestEmailChange, input)).toMatchObject(expected);
  expect(requests).toHaveLength(count);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a broken connection is repeated once with the same key; a timeout and an abort are not', async () => {
  const broken: Answering = () => Promise.reject(new TypeError('Failed to fetch'));
  const silent: Answering = (init) =>
    new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const repeated = open([broken, () => new Response(null, { status: 204 })]);
  expect((await repeated.client.call(ownAccountEndpoints.endOtherSessions, {})).ok).toBe(true);
  expect(new Set(repeated.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

  const timedOut = open([silent], { timeout: 20 });
  expect(await timedOut.client.call(ownAccountEndpoints.readAccount, {})).toEqual({
    ok: false,
    failure: { kind: 'network' },
  });
  expect(timedOut.requests).toHaveLength(1);

  const left = open([silent]);
  const leaving = new AbortController();
  const call = left.client.call(ownAccountEndpoints.readAccount, {}, { signal: leaving.signal });
  await vi.waitFor(() => expect(left.requests).toHaveLength(1));
  leaving.abort();
  expect((await call).ok).toBe(false);
  expect(left.requests).toHaveLength(1);
});

test.each<[string, Response, object]>([
  ['403', refused('forbidden'), { kind: 'forbidden', requestId: 'r-1' }],
  ['404', refused('notFound'), { kind: 'notFound' }],
  ['404 of a proxy', new Response('<html>', { status: 404 }), { kind: 'notFound' }],
  [
    "somebody else's change",
    refused('changedMeanwhile', { present: { version: 7 } }),
    { kind: 'changedMeanwhile', present: { version: 7 } },
  ],
  [
    '422',
    refused('invalid', { fields: { name: ['is_required'] } }),
    { kind: 'invalid', fields: { name: ['is_required'] } },
  ],
  [
    '429',
    Response.json({ error: { name: 'rateLimited' } }, { status: 429, headers: { 'retry-after': '30' } }),
    { kind: 'rateLimited', retryAfter: 30 },
  ],
  [
    'a support code',
    refused('unknown', { requestId: '00000000-01ff-4000-8000-000000000000' }),
    { kind: 'unknown', supportCode: '0000-0001' },
  ],
  ['504', new Response('', { status: 504 }), { kind: 'timeout' }],
  ['an answer that cannot be read', Response.json({ id: 7 }), { kind: 'unknown', status: 200 }],
])('%s', async (_what, answer, failure) => {
  const { client } = open([() => answer]);
  expect(await client.call(ownAccountEndpoints.changeAccount, { body: { name: 'Zoë' } })).toMatchObject({
    ok: false,
    failure,
  });
});

test("a call's own refusal has its name", async () => {
  const { client } = open([() => refused('credentials')]);
  const body = {
    currentPassword: 'x',
    password: 'Lantern-Kestrel-58!',
    passwordConfirmation: 'Lantern-Kestrel-58!',
  };
  expect(await client.call(ownAccountEndpoints.changePassword, { body })).toMatchObject({
    ok: false,
    failure: { kind: 'refused', refusal: 'credentials' },
  });
});

test.each([
  ['an answer', () => Response.json(list), 'info', 'success'],
  ['a refusal', () => refused('forbidden'), 'info', 'forbidden'],
  ['a 404', () => new Response('', { status: 404 }), 'info', 'notFound'],
  ['a 400 of nobody', () => new Response('', { status: 400 }), 'info', 'unknown'],
  ['a 502', () => new Response('', { status: 502 }), 'error', 'unknown'],
  ['a 504', () => new Response('', { status: 504 }), 'error', 'timeout'],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'error', 'network'],
] as const)('%s is logged, by the pattern of its path', async (_, answer, level, outcome) => {
  takeQueue();
  const { client } = open([answer]);
  await client.call(userEndpoints.listUsers, { query: { search: 'zoë' } });
  const { path } = userEndpoints.listUsers;
  expect(takeQueue().entries).toMatchObject([
    {
      level,
      category: 'call',
      message: `GET ${path} answered: ${outcome}`,
      properties: { method: 'GET', path, outcome },
    },
  ]);
});

test('a call that was ended is no failure, and a file is logged as a call', async () => {
  takeQueue();
  const { client } = open([() => Promise.reject(new DOMException('ended', 'AbortError'))]);
  await client.call(userEndpoints.listUsers, { query: {} }, { signal: AbortSignal.abort() });
  expect(takeQueue().entries).toEqual([]);
  await open([() => new Response('a,b')]).client.csv(userEndpoints.listUsers, { query: {} });
  expect(takeQueue().entries).toMatchObject([{ level: 'info', category: 'call' }]);
});

/** Each figure changes by what it says it counts, and no label tells about a person. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { minutes } from '@app/contract/fields/durations.ts';

import { deliverDueMails } from '#mails/deliver-mails.ts';
import type { Delivery } from '#gateways/mail.ts';
import { limitNameOf, limitNames } from '#rate-limits/rate-limits.ts';
import * as rateLimits from '#rate-limits/rate-limits.ts';
import type { Counter } from '#store/sign-in/throttles.ts';
import { samplesOf, valueOf } from '#test/drivers/figures-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, newestCode, rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp();
afterAll(() => service.close());

const page = async (): Promise<string> => (await service.app.inject({ url: '/metrics' })).body;

let clients = 0;
const post = (
  call: 'signInWithPassword' | 'verifyCode' | 'refreshTokens',
  payload: object,
  client?: string,
) => {
  clients += 1;
  const remoteAddress = client ?? `198.51.100.${clients % 250}`;
  return service.app.inject({ method: 'POST', url: endpoints[call].path, payload, remoteAddress });
};

type Figure = readonly [name: string, labels?: Readonly<Record<string, string>>];

/** By how much each figure grows while `work` runs. */
async function growth(figures: readonly Figure[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await page();
  await work();
  const after = await page();
  return figures.map(([name, labels]) => valueOf(after, name, labels) - valueOf(before, name, labels));
}

const signIns = (outcome: string, reason = ''): Figure => [
  'sign_ins_total',
  { method: 'password', outcome, reason },
];
const codes = (outcome: string): Figure => ['sign_in_codes_total', { outcome }];

const wrongPassword = 'Wrong-Harbour-27!';

it('counts sign-ins by method, outcome and true reason', async () => {
  const basic = await createAccount(service.deps, { secondStep: 'off' });
  const stepped = await createAccount(service.deps, { secondStep: 'always' });
  const grown = await growth(
    [
      signIns('success'),
      signIns('challenged'),
      signIns('refused', 'wrongPassword'),
      signIns('refused', 'unknownAccount'),
    ],
    async () => {
      await post('signInWithPassword', { email: basic.email, password: rightPassword });
      await post('signInWithPassword', { email: stepped.email, password: rightPassword });
      await post('signInWithPassword', { email: basic.email, password: wrongPassword });
      await post('signInWithPassword', { email: 'nobody@elsewhere.test', password: wrongPassword });
    },
  );
  expect(grown).toEqual([1, 1, 1, 1]);
});

it('counts codes: right, wrong, expired, and one of no challenge', async () => {
  const { email } = await createAccount(service.deps, { secondStep: 'always' });
  const challenge = async () => {
    const answer = await post('signInWithPassword', { email, password: rightPassword });
    const session = challengeFromWire(answer.json())?.session ?? '';
    return { session, code: await newestCode(service.deps, email) };
  };
  const other = (code: string): string => (code === '000000' ? '111111' : '000000');
  const figures = ['right', 'wrong', 'expired', 'refused'].map(codes);
  const first = await challenge();
  const grown = await growth(figures, async () => {
    await post('verifyCode', { email, session: first.session, code: other(first.code) });
    await post('verifyCode', { email, session: first.session, code: first.code });
    await post('verifyCode', { email, session: first.session, code: first.code });
  });
  expect(grown).toEqual([1, 1, 0, 1]);
  service.deps.advance(minutes(2));
  const second = await challenge();
  service.deps.advance(minutes(11));
  const late = await growth(figures, () => post('verifyCode', { email, ...second }));
  expect(late).toEqual([0, 0, 1, 0]);
});

it('counts refreshes by outcome', async () => {
  const { email } = await createAccount(service.deps, { secondStep: 'off' });
  const signedIn = await post('signInWithPassword', { email, password: rightPassword });
  const { basic } = signedIn.json<{ basic: { refresh_token: string } }>();
  const grown = await growth(
    [
      ['token_refreshes_total', { outcome: 'success' }],
      ['token_refreshes_total', { outcome: 'sessionExpired' }],
    ],
    async () => {
      await post('refreshTokens', { refreshToken: basic.refresh_token });
      await post('refreshTokens', { refreshToken: 'A'.repeat(43) });
    },
  );
  expect(grown).toEqual([1, 1]);
});

it('counts refusals by the limit that was full', async () => {
  const { email } = await createAccount(service.deps);
  const limit: Figure = ['limit_refusals_total', { limit: 'login:account-client' }];
  const [grown] = await growth([limit], async () => {
    for (let index = 0; index < 7; index += 1)
      await post('signInWithPassword', { email, password: wrongPassword }, '203.0.113.9');
  });
  expect(grown).toBe(2);
});

it('tells how many mails wait, how long the oldest does, and what became of each', async () => {
  const { deps } = service;
  const parts = { ...deps, mailer: { send: async () => ({ sent: true }) as Delivery, close: () => {} } };
  await deliverDueMails(parts);
  expect(valueOf(await page(), 'outbox_waiting')).toBe(0);
  const people = await Promise.all([1, 2, 3].map(() => createAccount(deps, { secondStep: 'always' })));
  for (const { email } of people) await post('signInWithPassword', { email, password: rightPassword });
  deps.advance(7000);
  const waiting = await page();
  expect(valueOf(waiting, 'outbox_waiting')).toBe(3);
  expect(valueOf(waiting, 'outbox_oldest_seconds')).toBe(7);
  const outcomes: Delivery[] = [
    { sent: true },
    { sent: false, permanent: true, reason: '550' },
    { sent: false, permanent: false, reason: '451' },
  ];
  const mailer = { send: async () => outcomes.pop() ?? { sent: true as const }, close: () => {} };
  const mails = (outcome: string): Figure => ['outbox_mails_total', { kind: 'loginCode', outcome }];
  const grown = await growth([mails('sent'), mails('failed'), mails('retried'), codes('sent')], () =>
    deliverDueMails({ ...deps, mailer }),
  );
  expect(grown).toEqual([1, 1, 1, 1]);
  expect(valueOf(await page(), 'outbox_waiting')).toBe(1);
});

it('measures the queue of hashes, the pools, the event loop and the process', async () => {
  const { email } = await createAccount(service.deps);
  const [waits] = await growth([['hash_queue_wait_seconds_count']], () =>
    post('signInWithPassword', { email, password: rightPassword }),
  );
  expect(waits).toBe(1);
  const text = await page();
  expect(valueOf(text, 'hash_queue_waiting')).toBe(0);
  expect(valueOf(text, 'hash_queue_running')).toBe(0);
  for (const pool of ['durable', 'relaxed'])
    expect(valueOf(text, 'database_pool_connections', { pool })).toBeGreaterThan(0);
  expect(samplesOf(text).filter(({ name }) => name === 'database_pool_waiting')).toHaveLength(2);
  expect(valueOf(text, 'database_up')).toBe(1);
  expect(valueOf(text, 'service_processes')).toBe(1);
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(samplesOf(text).map(({ name }) => name)).toContain('nodejs_eventloop_lag_p99_seconds');
});

it('counts answers and their time by route and status', async () => {
  const labels = { route: 'signInWithPassword', status: '401' };
  const grown = await growth(
    [
      ['http_requests_total', { ...labels, refusal: 'credentials' }],
      ['http_request_duration_seconds_count', labels],
      ['http_requests_total', { route: 'none', status: '404' }],
    ],
    async () => {
      await post('signInWithPassword', { email: 'nobody@elsewhere.test', password: wrongPassword });
      await service.app.inject({ url: `/${randomUUID()}` });
    },
  );
  expect(grown).toEqual([1, 1, 1]);
});

it('the queue of hashes counts what it refuses, and a database that is away is told', async () => {
  const lost = await createTestApp();
  const text = async () => (await lost.app.inject({ url: '/metrics' })).body;
  expect(valueOf(await text(), 'database_up')).toBe(1);
  await lost.deps.store.close();
  expect(valueOf(await text(), 'database_up')).toBe(0);
  lost.deps.metrics.hashRefused();
  expect(valueOf(await text(), 'hash_queue_refusals_total')).toBe(1);
  await lost.app.close();
});

it('no label has an address, an id or a path that somebody asked for', async () => {
  for (const url of ['/a/b?token=secret', '/wp-login.php', '/login/x', `/assets/${randomUUID()}.js`])
    await service.app.inject({ url, remoteAddress: '203.0.113.77' });
  const samples = samplesOf(await page());
  const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)));
  const bad = [...values].filter((value) =>
    /@|[0-9a-f]{8}-[0-9a-f]{4}|\d+\.\d+\.\d+\.\d+:?|wp-login|secret|\.js$/.test(
      value.replace(/^v\d[\d.]*$/, ''),
    ),
  );
  expect(bad).toEqual([]);
  expect(samples.length).toBeGreaterThan(100);
});

it('every limit has a name, which is no part of a key that names somebody', () => {
  const email = 'ada@northline.test';
  const { ownMail, ...byTexts } = rateLimits;
  const functions = Object.values(byTexts as unknown as Record<string, unknown>).filter(
    (value): value is (...of: string[]) => Counter | readonly Counter[] => typeof value === 'function',
  );
  // With a known device and without.
  const counters = [
    ownMail('recover', email),
    ownMail('signup', email),
    ...functions.flatMap((of) => [of(email, '192.0.2.1', 'device'), of(email, '192.0.2.1')]),
  ]
    .flat()
    .filter((counter) => typeof counter === 'object');
  const names = new Set(counters.map(({ key }) => limitNameOf(key)));
  // The refreshes of a session are counted in its row (store/sessions/refresh.ts).
  expect([...names, 'refresh'].toSorted()).toEqual([...limitNames].toSorted());
});

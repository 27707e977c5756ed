/** A request that is refused before its call leaves a log line with the reason and without secrets. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { errorBody } from '@app/contract/calls/refusals.ts';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const lines: Record<string, unknown>[] = [];
const to = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});
const service = await createTestApp({
  deps: { log: pino({ level: 'info' }, to) },
  app: {
    extend: (app) =>
      app.get('/broken', () => {
        throw new Error('the reason of a fault');
      }),
  },
});
afterAll(() => service.close());

const secret = 'Secret-Harbour-27!';
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const upload = samlConfigurationPath.replace('{id}', '00000000-0000-4000-8000-000000000000');

it('F4: foreign posts, wrong hosts and refused uploads leave an info line each', async () => {
  const requests = [
    [
      '/login',
      'POST',
      { ...form, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      'forbidden',
      /site cross-site, origin https:\/\/evil\.test/,
    ],
    ['/signup', 'POST', { ...form, origin: 'null' }, 'forbidden', /origin null/],
    ['/password/forgot', 'POST', form, 'forbidden', /nothing said/],
    ['/login', 'GET', { host: 'evil.test' }, 'misdirected', /the host is evil\.test/],
    [
      '/auth/v2/users/session',
      'POST',
      { host: `${'a'.repeat(500)}.test` },
      'misdirected',
      /the host is a{100}$/,
    ],
    [
      '/auth/v2/users/session',
      'POST',
      { 'content-type': 'text/plain' },
      'unsupportedMediaType',
      /FST_ERR_CTP_INVALID_MEDIA_TYPE/,
    ],
    [upload, 'PUT', { 'content-type': 'multipart/form-data; boundary=x' }, 'sessionExpired', undefined],
  ] as const;
  for (const [url, method, headers, outcome, reason] of requests) {
    lines.length = 0;
    const payload = method === 'GET' ? undefined : `password=${secret}`;
    const answer = await service.app.inject({
      method,
      url: `${url}?code=${secret}`,
      headers,
      ...(payload && { payload }),
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    const [line, ...more] = lines.filter(({ msg }) => msg === 'answered');
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      path: url,
      method,
      status: answer.statusCode,
      outcome,
      client: '127.0.0.1',
    });
    if (reason) expect(line?.['reason']).toMatch(reason);
    expect(JSON.stringify(lines)).not.toContain(secret);
  }
  // The client does not get the reason.
  const answer = await service.app.inject({ url: '/login', headers: { host: 'evil.test' } });
  expect(answer.body).not.toContain('reason');
});

it('F4: a call of the dashboard that somebody may not make leaves a line with its outcome', async () => {
  const driver = createDashboardDriver(service);
  const person = await driver.signedIn({ roles: [] });
  for (const [as, outcome] of [
    [person, 'forbidden'],
    [undefined, 'sessionExpired'],
  ] as const) {
    lines.length = 0;
    expect((await driver.call('listUsers', { as })).refusal).toBe(outcome);
    expect(lines).toMatchObject([{ category: 'dashboard', call: 'listUsers', method: 'GET', outcome }]);
    expect(JSON.stringify(lines)).not.toContain(person.token);
  }
});

it('a fault leaves an error with its stack, and the line of the call', async () => {
  lines.length = 0;
  const answer = await service.app.inject({ url: '/broken' });
  expect(lines).toMatchObject([
    { level: 50, msg: 'a call failed unexpectedly', err: { message: 'the reason of a fault' } },
    { level: 50, msg: 'answered', path: '/broken', status: 500 },
  ]);
  expect(JSON.stringify(lines[0])).toContain('refused-requests.test.ts');
  expect(answer.body).not.toContain('reason of a fault');
});

it('F4: a request for an unknown path leaves one line, which a probe of a balancer does not', async () => {
  lines.length = 0;
  for (const url of ['/wp-login.php', '/.env']) await service.app.inject({ url: `${url}?code=${secret}` });
  expect(lines).toMatchObject(
    ['/wp-login.php', '/.env'].map(() => ({ level: 30, path: '/…', status: 404, outcome: 'notFound' })),
  );
  expect(JSON.stringify(lines)).not.toContain(secret);
  lines.length = 0;
  for (const url of ['/healthz', '/readyz', '/metrics']) await service.app.inject({ url });
  expect(lines).toEqual([]);
});

it.each([
  ['/auth/v9/nothing', 404, 'notFound'],
  ['/%ff%fe', 400, 'malformed'],
  ['/assets/../../package.json', 404, 'notFound'],
  ['/assets/%2e%2e/%2e%2e/package.json', 404, 'notFound'],
])('answers %s in the error shape', async (url, status, name) => {
  const answer = await service.app.inject({ url });
  expect(answer.statusCode).toBe(status);
  expect(v.parse(errorBody, answer.json()).error.name).toBe(name);
});

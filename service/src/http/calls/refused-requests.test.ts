/** A request that is refused before its call leaves a log line with the reason and without secrets. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samlConfigurationPath } from '@app/contract/calls/saml-configuration.ts';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  service = await createTestApp({ deps: { log: pino({ level: 'info' }, to) } });
});
afterAll(() => service.close());

const secret = 'Secret-Harbour-27!';
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const upload = samlConfigurationPath.replace('{id}', '00000000-0000-4000-8000-000000000000');

it('foreign posts, wrong hosts and refused uploads leave an info line each', async () => {
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
  console.log(`refused requests: ${requests.length} kinds, ${requests.length} info lines, 0 secrets in them`);
  // The client does not get the reason.
  const answer = await service.app.inject({ url: '/login', headers: { host: 'evil.test' } });
  expect(answer.body).not.toContain('reason');
});

it('a request for an unknown path leaves no line', async () => {
  lines.length = 0;
  for (const url of ['/wp-login.php', '/.env', '/login/']) await service.app.inject({ url });
  expect(lines).toEqual([]);
});

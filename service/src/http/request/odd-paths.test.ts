/** Tests that odd paths get 404 and no error, and that a trailing slash redirects to the page. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { pagePaths } from '@app/contract/pages/pages.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
let log = '';
let port = 0;
const agent = new http.Agent({ keepAlive: true });
beforeAll(async () => {
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  service = await createTestApp({ deps: { log: pino({ level: 'info' }, to) } });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await service.close();
});

const endings = [
  '',
  '/',
  '//',
  '/.',
  '/..',
  '/%00',
  '/%2e',
  '/%2e%2e',
  '/%2E%2E/package.json',
  '/../package.json',
  '/..%2fpackage.json',
  '/%2f',
  '/%5c',
  '/\\',
  '/%',
  '/%zz',
  '/%c0%af',
  '/%ff',
  '/%E2%80%A8',
  '/main-abc123.js/',
  '/main-abc123.js%00',
  '/main-abc123.js%2f..%2fmain-abc123.js',
  '/main-abc123.js/.',
  '/.main-abc123.js',
  '/con',
  '/a:b',
  '/~',
  '/%20',
  '/;a=b',
  `/${'a'.repeat(5000)}`,
];
const ways = [
  ['GET', 'text/html'],
  ['GET', '*/*'],
  ['HEAD', '*/*'],
  ['POST', '*/*'],
] as const;
const rooms = ['/assets', '/login', '/.well-known', '/auth/v1/saml', '/brand', ''];

/** Sends a raw path; HTTP clients would normalise it. */
async function request(
  method: string,
  path: string,
  accept: string,
): Promise<{ status: number; body: string }> {
  const sent = http.request({ host: '127.0.0.1', port, method, path, agent, headers: { accept } }).end();
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
  let body = '';
  for await (const piece of answer.setEncoding('utf8')) body += String(piece);
  return { status: answer.statusCode ?? 0, body };
}

it('F3: answers none with a 5xx, and serves no file outside the build', async () => {
  for (const room of rooms) {
    for (const ending of endings) {
      for (const [method, accept] of ways) {
        const path = room + ending || '/';
        const { status, body } = await request(method, path, accept);
        expect(status, `${method} ${path}`).toBeLessThan(500);
        expect(body, path).not.toContain('"dependencies"');
        if (room === '/assets' && method !== 'POST') expect([404, 400, 308], path).toContain(status);
      }
    }
  }
  for (const path of ['/assets/', '/assets/%00', '/assets/%2e'])
    expect((await request('GET', path, '*/*')).status, path).toBe(404);
  expect((await request('GET', '/assets/main-abc123.js', '*/*')).status).toBe(200);
  expect(log).not.toContain('"stack"');
});

it('redirects each page with a trailing slash to the page, and keeps the query', async () => {
  const pages = [...pagePaths.filter((path) => path !== '/'), '/help', '/.well-known/jwks.json'];
  for (const path of pages) {
    for (const [slashes, search] of [
      ['/', ''],
      ['//', '?lng=de&a=%2F'],
      ['/', '?redirect=https://evil.test/'],
    ] as const) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await service.app.inject({ method, url: path + slashes + search });
        expect([answer.statusCode, answer.headers['location']]).toEqual([308, path + search]);
      }
    }
    expect((await service.app.inject({ method: 'POST', url: `${path}/` })).statusCode).not.toBe(308);
  }
  // Other paths are not redirected.
  for (const url of ['//evil.test/', '/evil.test/', '/%2fevil.test/', '//', '///', '/auth/v2/users/session/'])
    expect((await service.app.inject({ url })).headers['location'] ?? '', url).not.toMatch(/evil|^\/\//);
});

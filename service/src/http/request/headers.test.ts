/** Tests the security headers (threats D3, D4) on every kind of answer. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';
import { serviceHealthPath } from '@app/contract/calls/service-health.ts';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { testSettings } from '#test/setup/test-deps.ts';

import { createHeaders } from './headers.ts';
import { clientErrorAnswer } from './protocol-errors.ts';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
};
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

let service: TestApp;
let port: number;
beforeAll(async () => {
  service = await createTestApp({
    app: {
      extend: (app) =>
        app.get('/broken', () => {
          throw new Error('a secret reason');
        }),
    },
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.close());

const check = (what: string, headers: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(everywhere))
    expect(headers[name], `${what}: ${name}`).toBe(value);
  expect(headers['permissions-policy'], what).toContain('camera=()');
  expect(headers['reporting-endpoints'], what).toBe('csp="http://localhost:4000/csp-report"');
  expect(headers['content-security-policy'], what).toContain("default-src 'none'");
  expect(headers['strict-transport-security'], `${what}: no HSTS without https`).toBeUndefined();
};

it('D3: the headers are on every kind of answer', async () => {
  const json = { 'content-type': 'application/json' };
  const { path } = endpoints.signInWithPassword;
  const html = { accept: 'text/html' };
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const post = { method: 'POST', headers: json } as const;
  const postForm = { method: 'POST', headers: form } as const;
  const requests = {
    'a page': { url: '/login' },
    root: { url: '/' },
    'a drawn page': { url: '/action_result?result=success' },
    'a page of a link': { url: '/password/reset?email=a%40b.test&code=x' },
    'a page that fails': { url: '/action_result?draw=broken', headers: html },
    'an email change': { url: `${emailChangePath}?token=x` },
    'a cancelled email change': { url: `${emailChangeCancelPath}?token=x` },
    'the health of the services': { url: serviceHealthPath },
    'an unknown page': { url: '/no/such/page', headers: html },
    'an unknown path': { url: '/nothing' },
    'an asset': { url: '/assets/main-abc123.js' },
    'an unknown asset': { url: '/assets/none.js', headers: html },
    help: { url: '/help' },
    docs: { url: '/docs' },
    'the API document': { url: '/openapi.json' },
    settings: { url: '/config.json' },
    'risk data': { url: '/risk-data.js' },
    health: { url: '/healthz' },
    readiness: { url: '/readyz' },
    figures: { url: '/metrics' },
    keys: { url: '/.well-known/jwks.json' },
    'a fault': { url: '/broken' },
    'an unreadable address': { url: '/%ff' },
    'a foreign host': { url: '/login', headers: { host: 'evil.test' } },
    'an answer': { ...post, url: endpoints.issueDeviceToken.path, payload: '{}' },
    'no content': { ...post, url: endpoints.revokeTokens.path, payload: '{"refreshToken":"x"}' },
    'a refusal': { ...post, url: path, payload: '{"email":1}' },
    'malformed JSON': { ...post, url: path, payload: '{' },
    'too much': { ...post, url: path, payload: `"${'x'.repeat(70_000)}"` },
    'a wrong type': { method: 'POST', url: path, headers: { 'content-type': 'text/plain' }, payload: 'x' },
    'a wrong method': { method: 'DELETE', url: path },
    'a preflight': {
      method: 'OPTIONS',
      url: path,
      headers: { origin: 'http://localhost:4000', 'access-control-request-method': 'POST' },
    },
    'a foreign preflight': {
      method: 'OPTIONS',
      url: path,
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    },
    'a report': {
      method: 'POST',
      url: '/csp-report',
      headers: { 'content-type': 'application/csp-report' },
      payload: '{}',
    },
    'a form of our own': { ...postForm, url: '/login', payload: 'email=x' },
    'a form of a link': {
      ...postForm,
      url: '/password/new',
      payload: 'email=a%40b.test&code=x&password=x&passwordConfirmation=x',
    },
    'a sign-out': { ...postForm, url: '/login/success', payload: '' },
    'a confirmed email change': { ...postForm, url: emailChangePath, payload: 'token=x' },
    'a form that is none': {
      method: 'POST',
      url: '/login',
      headers: { ...json, ...html, 'sec-fetch-site': 'same-origin' },
      payload: '{}',
    },
    'a foreign form': {
      method: 'POST',
      url: '/login',
      headers: { ...form, 'sec-fetch-site': 'cross-site' },
      payload: 'email=x',
    },
  } as const;
  for (const [what, request] of Object.entries(requests)) {
    const answer = await service.app.inject({ ...request });
    check(what, answer.headers);
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    if (!isPage) expect(answer.headers['content-security-policy'], what).toBe(apiPolicy);
    else
      expect(answer.headers['content-security-policy'], what).toContain("require-trusted-types-for 'script'");
    const kept = ['an asset', 'risk data', 'keys'].includes(what);
    // The status page shows it, and has to be kept in the back/forward cache.
    const unstored = what === 'the health of the services' ? 'no-cache' : 'no-store';
    if (!kept) expect(answer.headers['cache-control'], what).toBe(unstored);
  }
});

describe('below the web framework', () => {
  /** Sends bytes as they are and reads the whole answer. */
  async function raw(
    bytes: string,
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.write(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
    const [first = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.split(/:\s*(.*)/s)[1]]),
    );
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed'],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'tooLarge',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed'],
    [
      'two Hosts',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
      400,
      'malformed',
    ],
    [
      'a foreign absolute target',
      'GET http://evil.test/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      421,
      'misdirected',
    ],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n', 417, 'malformed'],
    [
      'two lengths',
      'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'malformed',
    ],
    [
      'a length beside chunks',
      'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed',
    ],
  ])('%s is answered in the error shape', async (what, bytes, status, name) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    check(what, answer.headers);
    expect(JSON.parse(answer.body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ''))).toMatchObject({
      error: { name },
    });
  });
});

it('are on the answer to a request that took too long to send', async () => {
  const socket = new PassThrough();
  clientErrorAnswer({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, {
    headers: createHeaders(testSettings).api,
    log: service.deps.log,
  });
  const text = String(socket.read());
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  for (const [name, value] of Object.entries(everywhere)) expect(text).toContain(`\r\n${name}: ${value}\r\n`);
  const { timeout, headersTimeout, requestTimeout, keepAliveTimeout } = service.app.server;
  expect({ timeout, headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    timeout: 0,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 5000,
  });
});

it('do not reveal an internal error', async () => {
  const answer = await service.app.inject({ url: '/broken' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ error: { name: 'unknown' } });
  expect(answer.body).not.toMatch(/secret|stack|at /);
});

describe('by the settings', () => {
  const policyOf = (changes: object): Record<string, string> =>
    createHeaders({ ...testSettings, ...changes }).page(['sha256-abc']);

  it('upgrade to https and set HSTS only on https', () => {
    const https = policyOf({ publicUrl: 'https://login.example.com' });
    expect(https['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload');
    expect(https['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(policyOf({})['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('contain the auth service, the intake of error reports, the allowed redirect origins, and the hashes of the styles', () => {
    const policy = policyOf({
      authUrl: 'https://auth.example.com/base',
      sentryDsn: 'https://publickey@sentry.example.com/42',
      allowedOrigins: ['http://localhost:4000', 'https://app.example.com'],
      dashboardUrl: 'https://dash.example.com/home',
      identityUrl: 'https://id.example.com',
    })['content-security-policy'];
    expect(policy).toContain("connect-src 'self' https://auth.example.com https://sentry.example.com;");
    expect(policy).not.toContain('publickey');
    // Every allowed redirect origin, or a browser without script would block the redirect.
    expect(policy).toContain(
      "form-action 'self' https://app.example.com https://dash.example.com https://auth.example.com https://id.example.com;",
    );
    expect(policy).toContain("style-src 'self' 'sha256-abc';");
    expect(policy).toContain("script-src 'self';");
  });

  it('let the configured origins frame the app, and no other', () => {
    const framed = policyOf({ frameOrigins: ['https://crm.example.com'] });
    expect(framed['x-frame-options']).toBeUndefined();
    expect(framed['content-security-policy']).toContain("frame-ancestors 'self' https://crm.example.com");
    expect(policyOf({})['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

/** Tests single sign-on over HTTP: the redirects, the errors that people see, and the log. */
import { Writable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import * as limits from '@app/contract/fields/limits.ts';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';

import { fillCounters } from '#test/setup/test-deps.ts';
import { ssoLogins } from '#rate-limits/rate-limits.ts';
import { createStore } from '#store/store.ts';
import {
  createSsoCompany,
  createSsoPerson,
  keysWithSaml,
  newAttempt,
  respond,
  sessionsOf,
  readRedirect,
  withoutSupportCode,
} from '#test/drivers/sso-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

let logged = '';
const lines = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const service = await createTestApp({ keys: keysWithSaml(), deps: { log: pino({ level: 'trace' }, lines) } });
const company = await createSsoCompany(service.deps, { logoutUrl: 'https://idp.test/out?from=us' });
afterAll(() => service.close());

const of = (id: string, page: string): string => `/auth/v1/saml/${id}/${page}`;
const asBrowser = { accept: 'text/html,application/xhtml+xml' };
/** Posts as a provider's page does, from its own site. */
const fromProvider = { ...asBrowser, origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' };

const get = (url: string, remoteAddress = '192.0.2.1') =>
  service.app.inject({ url, headers: asBrowser, remoteAddress });

const post = (
  payload: string,
  { id = company.id, type = 'application/x-www-form-urlencoded' }: { id?: string; type?: string | null } = {},
) =>
  service.app.inject({
    method: 'POST',
    url: of(id, 'acs'),
    payload,
    headers: { ...fromProvider, ...(type !== null && { 'content-type': type }) },
  });

const call = (path: string, body: object) =>
  service.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { origin: 'http://localhost:4000' },
  });

/** Opens the start address as the app does; returns the request to the provider. */
async function begin(url: string, remoteAddress?: string) {
  const { redirectUri, codeVerifier, codeChallenge } = newAttempt();
  const address = new URL(url, 'http://localhost:4000');
  address.searchParams.set('redirect_uri', redirectUri);
  address.searchParams.set('code_challenge', codeChallenge);
  address.searchParams.set('code_challenge_method', 'S256');
  const answer = await get(address.pathname + address.search, remoteAddress);
  const sent = new URL(String(answer.headers.location)).searchParams;
  const xml = inflateRawSync(Buffer.from(sent.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  return { answer, redirectUri, codeVerifier, requestId, relayState: sent.get('RelayState') ?? '' };
}

const form = (SAMLResponse: string, RelayState: string): string =>
  new URLSearchParams({ SAMLResponse, RelayState }).toString();

it('signs in, with nothing personal or secret in the log', async () => {
  const { deps } = service;
  const person = await createSsoPerson(deps, company);
  const started = await call('/auth/v1/users/sessions/saml', { email: person.email });
  const { url, logoutUrl } = started.json<{ url: string; logoutUrl: string }>();
  const attempt = await begin(url);
  expect(attempt.answer.statusCode).toBe(302);
  expect(attempt.answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });

  const samlResponse = respond(deps, company, attempt, { email: person.email });
  const back = await post(form(samlResponse, attempt.relayState));
  expect(back.statusCode).toBe(303);
  expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(back.headers['set-cookie']).toBeUndefined();
  const { code = '' } = readRedirect(String(back.headers.location));
  expect(back.headers.location).toBe(`${attempt.redirectUri}&code=${code}`);

  const { redirectUri: redirectUrl, codeVerifier } = attempt;
  const signedIn = await call('/auth/v1/users/sessions/idp/saml/code', { code, redirectUrl, codeVerifier });
  expect(signedIn.json()).toMatchObject({ auth_strategy: 'saml' });
  expect(await sessionsOf(deps, person.id)).toBe(1);

  const { pathname, search, searchParams } = new URL(logoutUrl);
  const out = await get(pathname + search);
  expect([out.statusCode, String(out.headers.location).split('&')[0]]).toEqual([
    303,
    'https://idp.test/out?from=us',
  ]);
  expect(out.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect((await get(pathname + search)).headers.location).toBe('/login');
  const token = searchParams.get('logout_token') ?? '';

  const { relayState, requestId } = attempt;
  const secrets = { email: person.email, code, token, relayState, codeVerifier, requestId, redirectUrl };
  const found = Object.entries({ ...secrets, samlResponse: samlResponse.slice(0, 60) })
    .filter(([, value]) => logged.includes(value))
    .map(([name]) => name);
  expect(found).toEqual([]);
  expect(logged).toContain('"step":"sso.code","address":"acs"');
});

it('shows unreadable messages as errors on the login page', async () => {
  const { deps } = service;
  const attempt = await begin(of(company.id, 'login'));
  const person = await createSsoPerson(deps, company);
  const good = respond(deps, company, attempt, { email: person.email });
  const unreadable = '/login?error=sso-invalid-response';
  const unasked = `/login?company=${company.id}&unasked=1`;
  const big = `SAMLResponse=${'A'.repeat(410 * 1024)}&RelayState=${attempt.relayState}`;
  const cases: [string, string, { type?: string | null; id?: string }, string][] = [
    ['JSON', '{"SAMLResponse":"x"}', { type: 'application/json' }, unreadable],
    ['plain text', form(good, attempt.relayState), { type: 'text/plain' }, unreadable],
    ['multipart', '--x--', { type: 'multipart/form-data; boundary=x' }, unreadable],
    ['no type', 'SAMLResponse=x', { type: null }, unreadable],
    ['too large', big, {}, unreadable],
    ['nothing', '', {}, unasked],
    ['no RelayState', `SAMLResponse=${encodeURIComponent(good)}`, {}, unasked],
    ['two RelayStates', `${form(good, attempt.relayState)}&RelayState=${attempt.relayState}`, {}, unasked],
    [
      'a company that is none',
      form(good, attempt.relayState),
      { id: '..%2f..%2fx' },
      '/login?error=sso-not-configured',
    ],
  ];
  for (const [name, payload, options, to] of cases) {
    const answer = await post(payload, options);
    expect([name, answer.statusCode, withoutSupportCode(answer.headers.location)]).toEqual([name, 303, to]);
  }
  const twice = await post(`${form(good, attempt.relayState)}&SAMLResponse=x`);
  expect(readRedirect(String(twice.headers.location))).toMatchObject({
    error: 'sso-invalid-response',
    to: '/login/sso',
  });
  const large = form(Buffer.alloc(limits.samlMax + 1, 'x').toString('base64'), attempt.relayState);
  expect(readRedirect(String((await post(large)).headers.location)).error).toBe('sso-invalid-response');
  // None of them ended the attempt.
  expect(
    readRedirect(String((await post(form(good, attempt.relayState))).headers.location)).code,
  ).toBeDefined();
  expect(await sessionsOf(deps, person.id)).toBe(0);
});

it('accepts an answer of the maximum size, 256 KiB', async () => {
  const attempt = await begin(of(company.id, 'login'));
  const fits = form(Buffer.alloc(limits.samlMax, 'x').toString('base64'), attempt.relayState);
  const answer = await post(fits);
  expect(readRedirect(String(answer.headers.location))).toMatchObject({
    error: 'sso-invalid-response',
    to: '/login/sso',
  });
});

it('answers a wrong start or return address with our own page', async () => {
  const evil = `redirect_uri=${encodeURIComponent('https://evil.test/login/sso')}`;
  const proof = `code_challenge=${'A'.repeat(43)}`;
  const right = `redirect_uri=${encodeURIComponent('http://localhost:4000/login/sso?state=x')}&${proof}`;
  const to = async (url: string) => (await get(url, '192.0.2.77')).headers.location;
  expect(withoutSupportCode(await to(of(company.id, 'login')))).toBe('/login?error=sso-error');
  expect(withoutSupportCode(await to(`${of(company.id, 'login')}?${evil}&lng=de`))).toBe(
    '/login?error=sso-error&lng=de',
  );
  expect(withoutSupportCode(await to(`${of(company.id, 'login')}?${right}&${evil}`))).toBe(
    '/login?error=sso-error',
  );
  for (const id of ['nobody', '00000000-0000-4000-8000-000000000000']) {
    expect(withoutSupportCode(await to(`${of(id, 'login')}?${right}`))).toBe(
      'http://localhost:4000/login/sso?state=x&error=sso-not-configured',
    );
    expect(await to(of(id, 'logout'))).toBe('/login');
  }
  const requests = () => service.deps.store.durable.selectFrom('saml_requests').select('id').execute();
  const before = await requests();
  const head = await service.app.inject({ method: 'HEAD', url: `${of(company.id, 'login')}?${right}` });
  expect(head.statusCode).toBe(405);
  expect(await requests()).toEqual(before);
});

it('shows a message at the rate limit of starts', async () => {
  const client = '192.0.2.99';
  await fillCounters(service.deps, ssoLogins(client), 0);
  const { redirectUri } = newAttempt();
  const url = `${of(company.id, 'login')}?redirect_uri=${encodeURIComponent(redirectUri)}`;
  const answer = await get(url, client);
  expect([answer.statusCode, withoutSupportCode(answer.headers.location)]).toEqual([
    303,
    '/login?error=too-many-requests',
  ]);
});

it('shows the page of an unexpected error while the database is down', async () => {
  const log = pino({ level: 'silent' });
  const store = createStore({ url: 'postgresql://app@127.0.0.1:9/app', log });
  const down = await createTestApp({ keys: keysWithSaml(), deps: { store } });
  const { redirectUri } = newAttempt();
  const login = `${of(company.id, 'login')}?redirect_uri=${encodeURIComponent(redirectUri)}`;
  const answers = [
    await down.app.inject({ url: login, headers: asBrowser }),
    await down.app.inject({ url: of(company.id, 'logout'), headers: asBrowser }),
    await down.app.inject({
      method: 'POST',
      url: of(company.id, 'acs'),
      payload: form('x', 'x'.repeat(43)),
      headers: { ...fromProvider, 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];
  for (const { statusCode, headers } of answers)
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  await down.close();
});

/** Tests the sign-in with Google without script (threats C7, D2): the start, Google's post, and posts of other pages. */
import { afterAll, expect, it } from 'vitest';

import { startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { renderedFrom, visit } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';
import { createGoogleKeys } from '#gateways/google-keys.ts';

import { googlePath } from './google-posts.ts';

const issuer = await startGoogleIssuer();
const plain = await createTestApp();
const { clock, log, url } = plain.deps;
const googleKeys = createGoogleKeys({ url: issuer.google.jwksUrl, clock, log });
const service = await createTestApp({
  url,
  settings: {
    google: issuer.google,
    publicUrl: 'https://login.corp.test',
    authUrl: 'https://login.corp.test',
    cookieDomain: 'host',
  },
  deps: { googleKeys },
});
await plain.close();
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const host = 'login.corp.test';

/** Starts a sign-in as a browser does that follows the link. */
async function start() {
  const answer = await visit(service, googlePath, { host });
  const line = String(answer.headers['set-cookie']);
  const address = new URL(String(answer.headers.location));
  return { answer, line, cookie: line.split(';')[0] ?? '', asked: address.searchParams, address };
}

/** Google's page posts across sites, without a referrer. */
const post = (fields: Record<string, string>, cookie: string) =>
  service.app.inject({
    method: 'POST',
    url: googlePath,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      host,
      origin: 'null',
      'sec-fetch-site': 'cross-site',
      ...(cookie && { cookie }),
    },
  });
const tokenFor = (email: string, nonce: string | null) =>
  issuer.token(email, service.deps.clock(), { nonce, hd: email.split('@')[1] });
const setsSession = (answer: Awaited<ReturnType<typeof post>>): boolean =>
  String(answer.headers['set-cookie']).includes('refresh_token=');

it("the link opens Google's page with state and nonce, whose proof is in a cookie of this host that no script reads", async () => {
  const { answer, line, asked, address } = await start();
  expect(answer.statusCode).toBe(302);
  expect(address.origin + address.pathname).toBe(issuer.google.authorizeUrl);
  expect(Object.fromEntries(asked)).toMatchObject({
    redirect_uri: `https://${host}${googlePath}`,
    response_type: 'id_token',
    response_mode: 'form_post',
  });
  expect(line).toMatch(
    /^__Host-google_attempt=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=None; Secure$/,
  );
  const attempt = line.slice('__Host-google_attempt='.length, line.indexOf(';'));
  expect(address.href).not.toContain(attempt);
  expect(asked.get('state')).not.toBe(asked.get('nonce'));
});

it('C7: the answer to this attempt opens a session, once', async () => {
  const { email } = await createAccount(service.deps, { method: 'google' });
  const { cookie, asked } = await start();
  const fields = { id_token: tokenFor(email, asked.get('nonce')), state: asked.get('state') ?? '' };
  const answer = await post(fields, cookie);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login/success']);
  expect(setsSession(answer)).toBe(true);
  expect(String(answer.headers['set-cookie'])).toContain('__Host-google_attempt=; Max-Age=0');
  expect(setsSession(await post(fields, cookie))).toBe(false);
});

it('D2: an answer without the attempt, or to the attempt of another browser, opens no session', async () => {
  const { email } = await createAccount(service.deps, { method: 'google' });
  const own = await start();
  const others = await start();
  const state = own.asked.get('state') ?? '';
  const good = tokenFor(email, own.asked.get('nonce'));
  const cases: Record<string, [Record<string, string>, string]> = {
    'no cookie': [{ id_token: good, state }, ''],
    'the cookie twice': [{ id_token: good, state }, `${own.cookie}; ${own.cookie}`],
    'the cookie of another browser': [{ id_token: good, state }, others.cookie],
    'another state': [{ id_token: good, state: others.asked.get('state') ?? '' }, own.cookie],
    'no state': [{ id_token: good }, own.cookie],
    'the nonce of another attempt': [
      { id_token: tokenFor(email, others.asked.get('nonce')), state },
      own.cookie,
    ],
    'no nonce': [{ id_token: tokenFor(email, null), state }, own.cookie],
    'no token': [{ error: 'access_denied', state }, own.cookie],
    'no JWT': [{ id_token: 'x', state }, own.cookie],
  };
  for (const [name, [fields, cookie]] of Object.entries(cases)) {
    const answer = await post(fields, cookie);
    expect([name, answer.statusCode, setsSession(answer)]).toEqual([name, 401, false]);
    expect(renderedFrom(answer.body)).toMatchObject({ path: '/login' });
  }
});

it('an account with a password is told so on the login page', async () => {
  const { email } = await createAccount(service.deps, { method: 'password' });
  const { cookie, asked } = await start();
  const answer = await post(
    { id_token: tokenFor(email, asked.get('nonce')), state: asked.get('state') ?? '' },
    cookie,
  );
  expect(answer.statusCode).toBe(403);
  expect(renderedFrom(answer.body).page.posted).toMatchObject({ form: 'signInWithGoogle' });
});

it("65 people of one office who press Deny at Google's page count as no forgery, and the next one signs in", async () => {
  const { email } = await createAccount(service.deps, { method: 'google' });
  const counted = () =>
    service.deps.store.relaxed.selectFrom('throttles').selectAll().orderBy('key').execute();
  const before = await counted();
  const statuses: number[] = [];
  for (let person = 0; person < 65; person += 1) {
    const { cookie, asked } = await start();
    const denied = await post({ error: 'access_denied', state: asked.get('state') ?? '' }, cookie);
    statuses.push(denied.statusCode);
  }
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await counted()).toEqual(before);
  const { cookie, asked } = await start();
  const fields = { id_token: tokenFor(email, asked.get('nonce')), state: asked.get('state') ?? '' };
  expect(setsSession(await post(fields, cookie))).toBe(true);
});

it('where the company asks for a second step, the page of the code follows', async () => {
  const { email, companyId } = await createAccount(service.deps, { method: 'google' });
  await service.deps.store.durable
    .updateTable('companies')
    .set({ provider_step: 'always' })
    .where('id', '=', companyId)
    .execute();
  const { cookie, asked } = await start();
  const fields = { id_token: tokenFor(email, asked.get('nonce')), state: asked.get('state') ?? '' };
  const answer = await post(fields, cookie);
  expect([answer.statusCode, setsSession(answer)]).toEqual([200, false]);
  expect(renderedFrom(answer.body)).toMatchObject({
    path: '/login',
    page: { posted: { form: 'signInWithPassword', values: { email }, outcome: { ok: true } } },
  });
});

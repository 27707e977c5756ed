/** Tests the forms of a sign-in without script. */
import { afterAll, describe, expect, it } from 'vitest';

import {
  rendered,
  redirected,
  refused,
  sessionIn,
  cookieHeader,
  cookiesSet,
  postForm,
  visit,
} from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo, newestCode, rightPassword } from '#test/setup/test-deps.ts';

let client = 0;
const service = await createTestApp();
afterAll(() => service.close());

/** A new client address for each post, so that no rate limit answers first. */
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  client += 1;
  return postForm(service, url, fields, headers, `10.0.${client >> 8}.${client & 255}`);
};

describe('login', () => {
  it('sets the session cookies and redirects to the success page', async () => {
    const { email } = await createAccount(service.deps, { secondStep: 'off' });
    const answer = await post('/login?lng=de', { email, password: rightPassword });
    expect(redirected(answer)).toEqual({ status: 303, to: '/login/success?lng=de' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect([...cookiesSet(answer).set.keys()].sort()).toEqual([
      'auth_strategy',
      'device_token',
      'id_token',
      'refresh_token',
      'refresh_token_expiration_date',
      'session_platform',
    ]);
    expect(answer.body).toBe('');

    const success = await visit(service, '/login/success', { cookie: cookieHeader(answer) });
    expect(rendered(success)).toMatchObject({
      status: 200,
      path: '/login/success',
      page: { signedIn: { email, platform: 'authentication-ui' } },
    });
    const login = await visit(service, '/login?script=off', { cookie: cookieHeader(answer) });
    expect(redirected(login)).toEqual({ status: 302, to: '/login/success' });
  });

  it('opens the code step at the login page', async () => {
    const { email } = await createAccount(service.deps);
    const page = rendered(
      await post('/login?lng=de&redirect=%2Fdashboard', { email, password: rightPassword }),
    );
    expect(page).toMatchObject({
      status: 200,
      path: '/login',
      search: '?lng=de&redirect=%2Fdashboard',
      language: 'de',
      page: {
        posted: {
          form: 'signInWithPassword',
          values: { email },
          outcome: { ok: true, answer: { mfa: { session: expect.any(String), triesLeft: 5 } } },
        },
      },
    });
    expect(JSON.stringify(page)).not.toContain(rightPassword);
  });

  it('shows the same messages as the app with script', async () => {
    const wrong = await post('/login', { email: 'nobody@northline.test', password: 'Wrong-Harbour-27!' });
    expect(rendered(wrong)).toMatchObject({
      status: 401,
      page: {
        posted: { values: { email: 'nobody@northline.test' }, outcome: refused(401, 'credentials') },
      },
    });
    expect(rendered(await post('/', { email: '<script>' })).page.posted).toMatchObject({
      form: 'signInWithPassword',
      values: { email: '<script>' },
      outcome: { status: 422, body: { fields: { email: ['is_invalid'], password: ['is_required'] } } },
    });
  });

  it('shows with a 429 how long to wait', async () => {
    const { email } = await createAccount(service.deps);
    const body = { email, password: 'Wrong-Harbour-27!' };
    let answer = await postForm(service, '/login', body, {}, '198.51.100.4');
    for (let tries = 1; tries < 6; tries += 1)
      answer = await postForm(service, '/login', body, {}, '198.51.100.4');
    expect(answer.headers['retry-after']).toBe('900');
    expect(rendered(answer)).toMatchObject({
      status: 429,
      page: { posted: { outcome: refused(429, 'unknownDevice', { retryAfter: '900' }) } },
    });
  });

  it('redirects only to allowed web addresses, and derives the platform from the redirect target', async () => {
    const { email } = await createAccount(service.deps, { secondStep: 'off' });
    const signIn = (search: string) => post(`/login${search}`, { email, password: rightPassword });
    const workspace = 'http://localhost:4000/workspace';
    expect(redirected(await signIn(`?redirect=${workspace}`)).to).toBe(workspace);
    const dashboard = 'http://localhost:4000/dashboard/calls';
    const answer = await signIn(`?redirect=${encodeURIComponent(dashboard)}`);
    expect(redirected(answer)).toEqual({ status: 303, to: dashboard });
    expect(cookiesSet(answer).set.get('session_platform')).toContain('=dashboard;');
    expect(cookiesSet(await signIn('?platform=ios')).set.get('session_platform')).toContain('=ios;');
    for (const redirect of ['https://evil.test', '//evil.test', 'javascript:alert(1)', 'phone:open', '/\\e'])
      expect(redirected(await signIn(`?redirect=${encodeURIComponent(redirect)}`)).to).toBe('/login/success');
  });

  it('fails visibly, and leaves no session, when a token is too large for a cookie', async () => {
    const roles = Array.from({ length: 120 }, (_, index) => `a role with a long name ${index}`);
    const { email } = await createAccount(service.deps, { secondStep: 'off', roles });
    const answer = await post('/login', { email, password: rightPassword });
    expect([...cookiesSet(answer).set.keys()]).toEqual(['device_token']);
    expect(rendered(answer)).toMatchObject({
      status: 500,
      page: { posted: { form: 'signInWithPassword', values: { email }, outcome: refused(500, 'unknown') } },
    });
    const alive = await service.deps.store.durable
      .selectFrom('families')
      .innerJoin('accounts', 'accounts.id', 'families.account_id')
      .select('families.revoked_at')
      .where('accounts.email', '=', email)
      .execute();
    expect(alive.map(({ revoked_at }) => revoked_at !== null)).toEqual([true]);
  });
});

describe('the code form', () => {
  async function codeStep() {
    const { email } = await createAccount(service.deps);
    const { page } = rendered(await post('/login', { email, password: rightPassword }));
    const session = sessionIn(page);
    return { email, session };
  }

  it('signs in with the right code', async () => {
    const { email, session } = await codeStep();
    const code = await newestCode(service.deps, email);
    const answer = await post('/login?redirect=%2Fdashboard', { email, session, code, action: 'verify' });
    expect(redirected(answer)).toEqual({ status: 303, to: 'http://localhost:4000/dashboard' });
    expect(cookiesSet(answer).set.size).toBe(5);
  });

  it('repeats the challenge handle and the address for another try, and never the code; five are too many', async () => {
    const { email, session } = await codeStep();
    const answer = await post('/login', { email, session, code: '000 001', action: 'verify' });
    expect(rendered(answer)).toMatchObject({
      status: 401,
      path: '/login',
      page: {
        posted: { form: 'verifyCode', values: { email, session }, outcome: refused(401, 'invalidCode') },
      },
    });
    expect(answer.body).not.toContain('000 001');
    const wrong = { email, session, code: '000 001', action: 'verify' };
    for (let tries = 1; tries < 4; tries += 1) await post('/login', wrong);
    expect(rendered(await post('/login', wrong))).toMatchObject({
      status: 429,
      page: { posted: { form: 'verifyCode', values: { email }, outcome: refused(429, 'tooManyRequests') } },
    });
  });

  it('requests a new code', async () => {
    const { email } = await createAccount(service.deps);
    // The wait is that of the client that signed in.
    const postSame = (fields: Record<string, string>) =>
      postForm(service, '/login', { email, ...fields }, {}, '10.200.0.1');
    const session = sessionIn(rendered(await postSame({ password: rightPassword })).page);
    const soon = await postSame({ session, code: '', action: 'resend' });
    expect(rendered(soon)).toMatchObject({
      status: 429,
      page: { posted: { form: 'resendCode', outcome: refused(429, 'resendTooSoon', { retryAfter: '60' }) } },
    });
    service.deps.advance(61_000);
    const answer = await postSame({ session, code: '', action: 'resend' });
    expect(rendered(answer)).toMatchObject({
      status: 200,
      page: {
        posted: {
          form: 'resendCode',
          values: { email, session },
          outcome: { ok: true, answer: { resendAt: expect.any(Number) } },
        },
      },
    });
    expect(await mailsTo(service.deps, email)).toHaveLength(2);
  });
});

describe('log out', () => {
  it('ends the session and deletes its cookies', async () => {
    const { email } = await createAccount(service.deps, { secondStep: 'off' });
    const cookie = cookieHeader(await post('/login', { email, password: rightPassword }));
    const refreshToken = decodeURIComponent(/refresh_token=([^;]+)/.exec(cookie)?.[1] ?? '');
    const answer = await post('/login/success?lng=fr', {}, { cookie: `${cookie}; visitor_id=v; lng=fr` });
    expect(redirected(answer)).toEqual({ status: 303, to: '/login?lng=fr' });
    const { set, deleted } = cookiesSet(answer);
    expect(set.size).toBe(0);
    expect(new Set(deleted.map((line) => line.split('=')[0]))).toEqual(
      // The device stays known: it does not belong to the session.
      new Set(cookie.split('; ').flatMap((pair) => pair.split('=')[0]?.replace('device_token', '') || [])),
    );
    const refresh = await service.app.inject({
      method: 'POST',
      url: '/auth/v2/tokens/refresh',
      payload: { refreshToken },
    });
    expect(refresh.json()).toMatchObject({ error: { name: 'sessionExpired' } });
  });

  it('succeeds without a session, and with planted ones', async () => {
    for (const cookie of ['', 'refresh_token=%zz', 'refresh_token=a; refresh_token=b', 'refresh_token=']) {
      const answer = await post('/login/success', {}, { cookie });
      expect(redirected(answer), cookie).toEqual({ status: 303, to: '/login' });
    }
  });
});

it('a post with another content type is refused', async () => {
  for (const [type, payload] of [
    ['application/json', '{"email":"ada@northline.test","password":"x"}'],
    ['text/plain', 'email=ada@northline.test'],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const) {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/login',
      payload,
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.statusCode, type).toBe(415);
  }
  const none = await service.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(none.statusCode).toBe(415);
  const large = await post('/login', { email: 'x'.repeat(70_000), password: 'x' });
  expect(large.statusCode).toBe(413);
  expect(large.body).toContain('data-page="unknown"');
});

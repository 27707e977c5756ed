/**
 * Tests single sign-on without script (threats C7, D2): the form, the way to the provider and back, and foreign
 * returns.
 */
import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';

import { newestLink } from '#test/drivers/link-driver.ts';
import { createSsoCompany, createSsoPerson, keysWithSaml, respond } from '#test/drivers/sso-driver.ts';
import { postForm, rendered, renderedFrom, visit } from '#test/drivers/page-visits.ts';
import { createAccount, mailsTo } from '#test/setup/test-deps.ts';
import { createTestApp } from '#test/setup/test-app.ts';

import { ssoPath } from './sso-posts.ts';

const service = await createTestApp({
  keys: keysWithSaml(),
  settings: { riskDataScriptUrl: '/risk-data.js' },
});
const company = await createSsoCompany(service.deps);
afterAll(() => service.close());

type Answer = Awaited<ReturnType<typeof visit>>;
const pathOf = (address: string): string => address.replace('http://localhost:4000', '');
const setsSession = ({ headers }: Answer): boolean =>
  String(headers['set-cookie']).includes('refresh_token=');

/** Posts the form and follows the page to the provider, as a browser without script does. */
async function start(email: string) {
  const answer = await postForm(service, ssoPath, { email });
  const to = String(answer.headers['refresh']).replace('0; url=', '');
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const sent = await visit(service, pathOf(to), { cookie });
  const query = new URL(String(sent.headers.location)).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  return { answer, to, cookie, attempt: { requestId, relayState: query.get('RelayState') ?? '' } };
}

/** The provider's page posts its answer; returns where the service sends the browser then. */
async function back(
  { attempt }: Awaited<ReturnType<typeof start>>,
  ...answer: Parameters<typeof respond> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never
): Promise<string> {
  const saml = respond(service.deps, company, attempt as Parameters<typeof respond>[2], ...answer);
  const { headers } = await service.app.inject({
    method: 'POST',
    url: `/auth/v1/saml/${company.id}/acs`,
    payload: new URLSearchParams({ SAMLResponse: saml, RelayState: attempt.relayState }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  });
  return pathOf(String(headers.location));
}

it('the form leads to the provider, and the way back opens a session, once', async () => {
  const { email } = await createSsoPerson(service.deps, company);
  const started = await start(email);
  expect(started.answer.statusCode).toBe(200);
  expect(started.answer.body).toContain(`href="${started.to.replaceAll('&', '&amp;')}"`);
  expect(new URL(started.to).origin).toBe('http://localhost:4000');
  const way = await back(started, { email, sign: 'assertion' });
  // A program that only looks consumes nothing.
  await visit(service, way, { cookie: started.cookie }, { method: 'HEAD' });
  const answer = await visit(service, way, { cookie: started.cookie });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login/success']);
  expect(setsSession(answer)).toBe(true);
  expect(String(answer.headers['set-cookie'])).toContain('sso_attempt=; Max-Age=0');
  const again = await visit(service, way, { cookie: started.cookie });
  expect([again.statusCode, setsSession(again)]).toEqual([401, false]);
});

it('a password that is typed where single sign-on ended is a sign-in with it', async () => {
  const { email } = await createSsoPerson(service.deps, company);
  const form = { email, password: 'Lantern-Kestrel-58!' };
  const answer = await postForm(service, '/login/sso', form);
  expect(renderedFrom(answer.body).page.posted?.form).toBe('signInWithPassword');
});

it('C7: a return without the attempt, or to the attempt of another browser, opens no session', async () => {
  const { email } = await createSsoPerson(service.deps, company);
  const [own, others] = [await start(email), await start(email)];
  const way = await back(own, { email, sign: 'assertion' });
  for (const cookie of ['', others.cookie, `${own.cookie}; ${own.cookie}`, 'sso_attempt=x'])
    expect(setsSession(await visit(service, way, { cookie })), cookie).toBe(false);
  // None of them was this browser's, so none consumed the code.
  expect(setsSession(await visit(service, way, { cookie: own.cookie }))).toBe(true);
});

it('A18: brings the device of the cookie, and the email about another one is disowned on a page that says what to do', async () => {
  const { id, email } = await createSsoPerson(service.deps, company);
  const enter = async (device = '') => {
    const started = await start(email);
    const way = await back(started, { email, sign: 'assertion' });
    const answer = await visit(service, way, { cookie: `${started.cookie}; ${device}` });
    return /device_token=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0];
  };
  const own = await enter();
  expect(await enter(own)).toBe(own);
  const mails = async () => (await mailsTo(service.deps, email)).filter(({ kind }) => kind === 'newDevice');
  expect(await mails()).toEqual([]);
  await enter();
  expect(await mails()).toHaveLength(1);

  const { token } = await newestLink(service.deps, email, 'newDevice');
  const answer = await postForm(service, '/login/not-you', { email, confirmationCode: token });
  expect(rendered(answer)).toMatchObject({
    status: 200,
    path: '/login/not-you',
    page: { posted: { form: 'disownSignIn', outcome: { ok: true } } },
  });
  const devices = service.deps.store.durable
    .selectFrom('devices')
    .select('device')
    .where('account_id', '=', id);
  expect(await devices.execute()).toEqual([]);
});

it('says what was refused, with the form below it', async () => {
  const { email } = await createSsoPerson(service.deps, company);
  const started = await start(email);
  const way = await back(started, {
    sign: 'none',
    change: (xml: string) => xml.replace('status:Success', 'status:RequestDenied'),
  });
  const answer = await visit(service, way, { cookie: started.cookie });
  expect(answer.statusCode).toBe(401);
  expect(renderedFrom(answer.body)).toMatchObject({
    path: ssoPath,
    search: '',
    page: { posted: { form: 'startSso', values: { error: 'sso-denied' } } },
  });

  const unknown = await postForm(service, ssoPath, { email: 'ada@nowhere.test' });
  expect(unknown.statusCode).toBe(404);
  expect(renderedFrom(unknown.body)).toMatchObject({
    path: ssoPath,
    page: { posted: { form: 'startSso', values: { email: 'ada@nowhere.test' } } },
  });
  expect((await postForm(service, ssoPath, { email: 'x' })).statusCode).toBe(422);
});

it('an account of another method gets the login page, which names it', async () => {
  const email = `gil@${company.domains[0]}`;
  await createAccount(service.deps, { email, companyId: company.id, method: 'google' });
  const started = await start(email);
  const answer = await visit(service, await back(started, { email, sign: 'assertion' }), {
    cookie: started.cookie,
  });
  expect([answer.statusCode, setsSession(answer)]).toEqual([403, false]);
  expect(renderedFrom(answer.body)).toMatchObject({ path: '/login' });
  expect(answer.body).toContain('Google');
});

it('where the company asks for a second step, the page of the code follows', async () => {
  const { email } = await createSsoPerson(service.deps, company);
  const ask = (provider_step: 'always' | 'never') =>
    service.deps.store.durable
      .updateTable('companies')
      .set({ provider_step })
      .where('id', '=', company.id)
      .execute();
  await ask('always');
  const started = await start(email);
  const answer = await visit(service, await back(started, { email, sign: 'assertion' }), {
    cookie: started.cookie,
  });
  await ask('never');
  expect([answer.statusCode, setsSession(answer)]).toEqual([200, false]);
  expect(renderedFrom(answer.body)).toMatchObject({
    path: '/login',
    page: { posted: { form: 'signInWithPassword', values: { email }, outcome: { ok: true } } },
  });
});

it('D2: a foreign page starts nothing', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
  const answer = await postForm(service, ssoPath, { email: 'ada@northline.test' }, headers);
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
});

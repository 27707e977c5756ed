import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AccountStatus } from '#store/connection/database.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo } from '#test/setup/test-deps.ts';

import { installDashboard } from './dashboard.ts';
import { installSessionPages } from './session-pages.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    app: {
      extend(app, headers, deps) {
        installSessionPages(app, headers);
        installDashboard(app, deps);
      },
    },
  });
});
afterAll(() => test.close());

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

async function send(fields: Record<string, string>, headers: Record<string, string> = sameOrigin) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/stand-in/desk',
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, said: answer.headers.location };
}

const accountOf = (email: string) =>
  test.deps.store.durable.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
const kindsTo = async (email: string) => (await mailsTo(test.deps, email)).map(({ kind }) => kind);

it('sends an invitation in a language, and sends it again', async () => {
  const fields = { action: 'invite', name: 'Ivo', email: 'Ivo@northline.test', language: 'de' };
  for (let time = 0; time < 2; time += 1)
    expect(await send(fields)).toEqual({ status: 303, said: '/stand-in/desk?said=invited' });
  expect(await accountOf('ivo@northline.test')).toMatchObject({ status: 'unconfirmed', language: 'de' });
  expect(await kindsTo('ivo@northline.test')).toEqual(['invitation', 'invitation']);
});

it('requires a new password and requests an email-address change', async () => {
  const { email } = await createAccount(test.deps);
  expect((await send({ action: 'newPassword', email })).said).toBe('/stand-in/desk?said=newPassword');
  expect((await accountOf(email))?.password_hash).toBeNull();
  expect(await kindsTo(email)).toEqual(['newPassword']);

  const change = { action: 'emailChange', email, newEmail: 'other@northline.test' };
  expect((await send(change)).said).toBe('/stand-in/desk?said=emailChange');
  expect(await kindsTo('other@northline.test')).toEqual(['emailChange']);
});

it('sets the sign-in method and the access of an account', async () => {
  const { email } = await createAccount(test.deps);
  expect((await send({ action: 'method', email, method: 'google' })).said).toBe('/stand-in/desk?said=method');
  expect(await accountOf(email)).toMatchObject({ method: 'google' });
  // Back to the password: the old one was deleted, and the mailed link sets a new one.
  expect((await accountOf(email))?.password_hash).toBeNull();
  expect((await send({ action: 'method', email, method: 'password' })).said).toBe(
    '/stand-in/desk?said=choosePassword',
  );
  expect(await kindsTo(email)).toEqual(['choosePassword']);
  const statuses: AccountStatus[] = [];
  for (const action of ['disable', 'enable', 'signOut']) {
    expect((await send({ action, email })).said).toBe(`/stand-in/desk?said=${action}`);
    statuses.push((await accountOf(email))?.status ?? 'unconfirmed');
  }
  expect(statuses).toEqual(['disabled', 'active', 'active']);
});

it('shows a message for each refusal', async () => {
  const { email } = await createAccount(test.deps);
  expect((await send({ action: 'newPassword', email: 'nobody@northline.test' })).said).toContain('noAccount');
  expect((await send({ action: 'invite', name: 'X', email: 'no address', language: 'en' })).said).toContain(
    'invalid',
  );
  expect((await send({ action: 'invite', name: 'X', email, language: 'en' })).said).toContain('invalid');
  expect((await send({ action: 'constructor', email })).status).toBe(400);
  expect((await send({ action: 'method', email, method: 'magic' })).status).toBe(400);

  const page = await test.app.inject({
    url: '/stand-in/desk?said=noAccount',
    headers: { host: 'localhost:4000' },
  });
  expect(page.body).toContain('<p class="said" role="alert">No account with this address');
  const strange = await test.app.inject({
    url: '/stand-in/desk?said=<b>constructor',
    headers: { host: 'localhost:4000' },
  });
  expect(strange.body).not.toMatch(/class="said"|<b>/);
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling host', { 'sec-fetch-site': 'same-site' }],
  ['no browser at all', {}],
])('takes no form from %s', async (_, headers) => {
  const { email } = await createAccount(test.deps);
  expect((await send({ action: 'disable', email }, headers)).status).toBe(403);
  expect(await accountOf(email)).toMatchObject({ status: 'active' });
});

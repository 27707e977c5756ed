/** Threat D2: posts from pages of other sites change nothing, in every form of request. */
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';

import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { cookieHeader, linkTo, postForm } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, rightPassword } from '#test/setup/test-deps.ts';

import { formPages } from './forms.ts';

const service = await createTestApp();
afterAll(() => service.close());

/** The requests that a foreign page can send without a CORS preflight, with the browser's origin headers. */
const ways: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['another site that hides', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a sibling host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:4000' }],
  ['another port', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5000' }],
  ['no page at all', { 'sec-fetch-site': 'none' }],
  ['an old browser on another site', { origin: 'https://evil.test' }],
  ['an old browser that hides', { origin: 'null' }],
  ['an old browser that says nothing', {}],
  ['a look-alike', { origin: 'http://localhost:4000.evil.test' }],
  [
    'a site that claims ours beside its own',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' },
  ],
  ['a value that is none', { 'sec-fetch-site': 'same-origin, cross-site' }],
];

const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'];

async function rows(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    service.deps.store.durable,
  );
  const counts = [];
  for (const { name } of tables)
    counts.push(
      (await sql`select to_jsonb(t) from ${sql.table(name)} t`.execute(service.deps.store.durable)).rows,
    );
  return JSON.stringify(counts);
}

it('D2: posts of foreign pages are refused at every form, before the body is read', async () => {
  const { deps, app } = service;
  const account = await createAccount(deps, { secondStep: 'off' });
  const { email } = account;
  await requestEmailChange({ accountId: account.id, newEmail: 'evil@evil.test' }, callFrom(), deps);
  const token =
    new URLSearchParams((await linkTo(deps, 'evil@evil.test', 'emailChange')).split('?')[1]).get('token') ??
    '';
  const cookie = cookieHeader(await postForm(service, '/login', { email, password: rightPassword }));
  await postForm(service, '/password/forgot', { email });
  const code =
    new URLSearchParams((await linkTo(deps, email, 'passwordReset')).split('?')[1]).get('code') ?? '';
  const fields = {
    email,
    password: rightPassword,
    passwordConfirmation: rightPassword,
    name: 'Eve',
    companyName: 'Evil',
    code,
    confirmationCode: code,
    token,
  };

  const before = await rows();
  for (const path of [...formPages, '/login/success', emailChangePath, emailChangeCancelPath]) {
    for (const [what, headers] of ways) {
      for (const type of types) {
        const answer = await app.inject({
          method: 'POST',
          url: path,
          payload: new URLSearchParams(fields).toString(),
          headers: { 'content-type': type, accept: 'text/html', cookie, ...headers },
        });
        expect(answer.statusCode, `${what}: ${type} to ${path}`).toBe(403);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['location']).toBeUndefined();
      }
    }
  }
  const changes = before === (await rows()) ? 0 : 1;
  expect(changes).toBe(0);
});

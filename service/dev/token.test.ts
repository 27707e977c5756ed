import { afterAll, expect, it } from 'vitest';

import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import { demoAccounts } from './seed.ts';
import { installToken } from './token.ts';

const [admin] = demoAccounts;
const test = await createTestApp({ app: { extend: (app, _headers, deps) => installToken(app, deps) } });
await createAccount(test.deps, { email: admin?.email ?? '', roles: ['Admin'] });
await createAccount(test.deps, { email: 'real@northline.test' });
afterAll(() => test.close());

const ask = (email: string, remoteAddress = '127.0.0.1') =>
  test.app.inject({
    method: 'POST',
    url: '/stand-in/token',
    payload: { email },
    remoteAddress,
    headers: { host: 'localhost:4000' },
  });

it("returns the company and an access token of a demo account, which an admin's call accepts", async () => {
  const answer = await ask(admin?.email ?? '');
  const { companyId, accessToken } = answer.json<{ companyId: string; accessToken: string }>();
  expect([answer.statusCode, companyId]).toEqual([200, test.deps.company.id]);
  const called = await test.app.inject({
    method: 'PUT',
    url: `/auth/v1/companies/${companyId}/saml/configuration`,
    headers: { host: 'localhost:4000', authorization: `Bearer ${accessToken}` },
  });
  // The token is accepted; only the file is missing.
  expect(called.statusCode).toBe(415);
});

it('refuses another account, an invalid address, and another machine', async () => {
  const asked = [
    ask('real@northline.test'),
    ask('nobody@northline.test'),
    ask('x'),
    ask(admin?.email ?? '', '192.0.2.1'),
  ];
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([404, 404, 422, 403]);
});

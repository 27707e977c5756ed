/** What every call of the dashboard checks before its flow (requirements §5). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp, type TestApp } from '#test/setup/test-app.ts';

let service: TestApp;
let driver: ReturnType<typeof createDashboardDriver>;
beforeAll(async () => {
  service = await createTestApp();
  driver = createDashboardDriver(service);
});
afterAll(() => service.close());

it('answers a person with the own account', async () => {
  const person = await driver.signedIn({ roles: ['Agent'], name: 'Ben', language: 'de' });
  const { id, email, companyId } = person.account;
  const answer = await driver.call('readAccount', { as: person });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    id,
    name: 'Ben',
    email,
    method: 'password',
    language: 'de',
    role: 'User',
    secondStep: 'off',
    company: { id: companyId, name: 'Northline Demo' },
    version: 0,
  });
});

it('refuses a call without a token, with a foreign one, and of a session that has ended', async () => {
  expect(await driver.call('readAccount', { as: undefined })).toMatchObject({
    status: 401,
    refusal: 'sessionExpired',
    headers: { 'www-authenticate': 'Bearer' },
  });
  const person = await driver.signedIn();
  const forged = { ...person, token: `${person.token.slice(0, -8)}AAAAAAAA` };
  expect(await driver.call('readAccount', { as: forged })).toMatchObject({ status: 401 });
  await service.app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/revoke',
    payload: { refreshToken: person.refreshToken },
  });
  expect(await driver.call('readAccount', { as: person })).toMatchObject({
    status: 401,
    refusal: 'sessionExpired',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
  expect(await driver.call('readAccount', { as: { ...person, token: randomUUID() } })).toMatchObject({
    status: 401,
  });
});

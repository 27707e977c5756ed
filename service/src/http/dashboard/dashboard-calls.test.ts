/** What every call of the dashboard checks before its flow (requirements §5). */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
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

it('refuses NUL in every place as something that is not there or not valid', async () => {
  const admin = await driver.signedIn();
  const asked = [
    await driver.call('listOwnEvents', { as: admin, query: { cursor: 'a\0b' } }),
    await driver.call('listUsers', { as: admin, query: { search: 'a\0b' } }),
    await driver.call('readUser', { as: admin, params: { userId: 'a\0b' } }),
    await driver.call('forgetOwnDevice', { as: admin, params: { deviceId: 'a\0b' } }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([422, 422, 404, 404]);
});

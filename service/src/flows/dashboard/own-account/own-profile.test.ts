/** The own profile over HTTP: name and language, and another's change meanwhile. */
import { afterAll, expect, it } from 'vitest';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rounds } from '#test/setup/proof.ts';

const service = await createTestApp();
const driver = createDashboardDriver(service);
afterAll(() => service.close());

it('changes name and language, and counts the version', async () => {
  const person = await driver.signedIn({ roles: [] });
  const body = { name: '  Ada Lovelace ', language: 'de', version: 0 };
  const changed = await driver.call('changeAccount', { as: person, body });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Ada Lovelace', language: 'de', version: 1 } });
  expect((await driver.call('readAccount', { as: person })).body).toEqual(changed.body);
  const kinds = service.deps.store.durable.selectFrom('events').select('kind');
  expect(await kinds.where('account_id', '=', person.account.id).execute()).toContainEqual({
    kind: 'profileChanged',
  });
});

it('changes nothing where nothing differs', async () => {
  const person = await driver.signedIn();
  const answer = await driver.call('changeAccount', { as: person, body: { name: 'Ada' } });
  expect(answer).toMatchObject({ status: 200, body: { version: 0 } });
});

it('drops what nobody changes of the own account', async () => {
  const person = await driver.signedIn({ roles: [] });
  const before = (await driver.call('readAccount', { as: person })).body;
  const more = {
    email: 'admin@corp.test',
    roles: ['Admin'],
    role: 'Admin',
    status: 'disabled',
    method: 'google',
  };
  const body = { ...more, name: 'Ada Two', secondStep: 'off', companyId: null, id: null, userId: null };
  expect((await driver.call('changeAccount', { as: person, body })).status).toBe(200);
  const after = (await driver.call('readAccount', { as: person })).body;
  expect(after).toEqual({ ...before, name: 'Ada Two', version: before.version + 1 });
  expect((await driver.call('listUsers', { as: person })).refusal).toBe('forbidden');
});

it('answers an older version with the present state', async () => {
  const person = await driver.signedIn();
  await driver.call('changeAccount', { as: person, body: { name: 'Ben', version: 0 } });
  const answer = await driver.call('changeAccount', { as: person, body: { name: 'Cleo', version: 0 } });
  expect([answer.status, answer.refusal]).toEqual([409, 'changedMeanwhile']);
  expect(JSON.parse(answer.text)).toMatchObject({ present: { name: 'Ben', version: 1 } });
});

it('of two changes of one version at once, one is done', async () => {
  const person = await driver.signedIn();
  const statuses = new Map<string, number>();
  for (let version = 0; version < rounds; version += 1) {
    const both = await Promise.all(
      ['One', 'Two'].map((name) =>
        driver.call('changeAccount', { as: person, body: { name: `${name} ${version}`, version } }),
      ),
    );
    const pair = both
      .map(({ status }) => status)
      .toSorted((a, b) => a - b)
      .join();
    statuses.set(pair, (statuses.get(pair) ?? 0) + 1);
  }
  expect(statuses).toEqual(new Map([['200,409', rounds]]));
});

it.each([
  ['markup', '<b onclick="x">Ada</b>'],
  ['right-to-left letters', 'Ada עדה'],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(9)],
])('takes a name with %s as the text that it is', async (_, name) => {
  const person = await driver.signedIn();
  expect((await driver.call('changeAccount', { as: person, body: { name } })).body.name).toBe(name);
});

it('stores a name without the marks that turn its direction', async () => {
  const person = await driver.signedIn();
  const name = '\u202eadA\u202c \u200fעדה';
  expect((await driver.call('changeAccount', { as: person, body: { name } })).body.name).toBe('adA עדה');
});

it.each([
  ['a name of which nobody sees anything', { name: '\u200b\u2060' }, { name: ['is_required'] }],
  ['an empty name', { name: '   ' }, { name: ['is_required'] }],
  ['4,000 emoji', { name: '🙂'.repeat(4000) }, { name: ['is_too_long'] }],
  ['a name with control characters', { name: 'A\u0000da' }, { name: ['is_invalid'] }],
  ['a name that is no text', { name: { first: 'Ada' } }, { name: ['is_invalid'] }],
  ['an unknown language', { language: 'tlh' }, { language: ['is_invalid'] }],
])('refuses %s', async (_, body, fields) => {
  const person = await driver.signedIn();
  const answer = await driver.call('changeAccount', { as: person, body });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([422, { fields }]);
});

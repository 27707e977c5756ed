import { expect, it } from 'vitest';
import { pino } from 'pino';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { createStore } from '#store/store.ts';
import { testDatabase } from '#test/setup/test-database.ts';

import { demoPassword, seed } from './seed.ts';

it('inserts the demo company once, also when two services start at the same time', async () => {
  const log = pino({ level: 'silent' });
  const store = createStore({ url: await testDatabase(), log });
  const passwords = createPasswords({ keys: loadKeys(makeKeySet()) });
  const outcomes = await Promise.all([seed(store, passwords), seed(store, passwords)]);
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await seed(store, passwords)).toBe(false);

  const accounts = await store.durable
    .selectFrom('accounts')
    .selectAll()
    .$castTo<{
      email: string;
      method: string;
      status: string;
      second_step: string | null;
      language: string;
      roles: string[];
      password_hash: string | null;
      password_key_id: string | null;
    }>()
    .orderBy('email')
    .execute();
  expect(
    accounts.map((account) => {
      const { email, method, status, second_step, language } = account;
      return [email, method, status, second_step, language];
    }),
  ).toEqual([
    ['ada@northline.test', 'password', 'active', null, 'en'],
    ['ben@northline.test', 'password', 'active', 'off', 'en'],
    ['gina@northline.test', 'google', 'active', null, 'en'],
    ['ivy@northline.test', 'password', 'unconfirmed', null, 'en'],
    ['lena@northline.test', 'password', 'active', null, 'de'],
    ['marc@northline.test', 'password', 'active', 'off', 'fr'],
    ['nadia@northline-sso.test', 'saml', 'active', null, 'en'],
    ['petra@northline-sso.test', 'saml', 'active', null, 'de'],
    ['sam@northline-sso.test', 'saml', 'active', null, 'en'],
  ]);
  const ivy = accounts.find(({ email }) => email.startsWith('ivy'));
  expect(ivy?.password_hash).toBeNull();
  const [ada] = accounts;
  expect(ada?.roles).toEqual(['Admin']);
  const password = { hash: ada?.password_hash ?? '', keyId: ada?.password_key_id ?? null };
  expect(await passwords.verify(demoPassword, password)).toMatchObject({ ok: true });
  const companies = await store.durable.selectFrom('companies').select(['name', 'second_step']).execute();
  expect(companies).toEqual([{ name: 'Northline Demo', second_step: 'always' }]);
  const domains = await store.durable.selectFrom('domains').select(['domain', 'method']).execute();
  expect(domains).toEqual([{ domain: 'northline-sso.test', method: 'saml' }]);
  await store.close();
});

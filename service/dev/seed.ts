/** Inserts the demo company and its accounts for development, at the first start only. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Language, Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Passwords } from '#security/passwords/passwords.ts';
import { insertAccount, insertCompany, claimDomain } from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { Store } from '#store/store.ts';
import { demoCompanyId, demoDomains } from '#store/before-start.ts';

export const demoPassword = 'Kestrel-Harbour-27!';

/** The domain that the demo company claimed for single sign-on. */
export const ssoDomain = demoDomains[1];

interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly method: Strategy;
  readonly status?: 'unconfirmed';
  readonly language?: Language;
  readonly secondStep: SecondStep | null;
  readonly roles: readonly string[];
  /** For the lines that the service prints when it is ready. */
  readonly says: string;
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'ada@northline.test',
    name: 'Ada Moreau',
    method: 'password',
    secondStep: null,
    roles: ['Admin'],
    says: 'password and a mailed code, admin',
  },
  {
    email: 'ben@northline.test',
    name: 'Ben Okafor',
    method: 'password',
    secondStep: 'off',
    roles: ['Agent'],
    says: 'password alone',
  },
  {
    email: 'lena@northline.test',
    name: 'Lena Vogt',
    method: 'password',
    language: 'de',
    secondStep: null,
    roles: ['Agent'],
    says: 'password and a mailed code, in German',
  },
  {
    email: 'marc@northline.test',
    name: 'Marc Dubois',
    method: 'password',
    language: 'fr',
    secondStep: 'off',
    roles: ['Agent'],
    says: 'password alone, in French',
  },
  {
    email: 'ivy@northline.test',
    name: 'Ivy Chen',
    method: 'password',
    status: 'unconfirmed',
    secondStep: null,
    roles: ['Agent'],
    says: 'invited, without a password yet',
  },
  {
    email: 'gina@northline.test',
    name: 'Gina Rossi',
    method: 'google',
    secondStep: null,
    roles: ['Agent'],
    says: 'set to Google',
  },
  {
    email: `sam@${ssoDomain}`,
    name: 'Sam Lindqvist',
    method: 'saml',
    secondStep: null,
    roles: ['Agent'],
    says: 'set to single sign-on',
  },
  {
    email: `petra@${ssoDomain}`,
    name: 'Petra Brandt',
    method: 'saml',
    language: 'de',
    secondStep: null,
    roles: ['Agent'],
    says: 'set to single sign-on, in German',
  },
  {
    email: `nadia@${ssoDomain}`,
    name: 'Nadia Haddad',
    method: 'saml',
    secondStep: null,
    roles: ['Admin'],
    says: 'set to single sign-on, admin',
  },
];

/** Inserts the demo company if the database has no company yet. Resolves to true if it did. */
export async function seed(store: Store, passwords: Passwords): Promise<boolean> {
  // Hash first, so that the transaction does not wait for it. Each account has its own salt.
  const hashes = await Promise.all(
    demoAccounts.map(async ({ status }) => (status === undefined ? passwords.hash(demoPassword) : undefined)),
  );
  return store.durable.transaction().execute(async (db) => {
    // Two services that start on one new database must not both insert the company.
    await sql`lock table companies in exclusive mode`.execute(db);
    const { rows } = await sql`select from companies limit 1`.execute(db);
    if (rows.length > 0) return false;

    const companyId = demoCompanyId;
    await insertCompany(db, { id: companyId, name: 'Northline Demo' });
    await claimDomain(db, { domain: ssoDomain, companyId, method: 'saml' });
    for (const [index, account] of demoAccounts.entries()) {
      const { email, name, method, status = 'active', language = 'en', secondStep, roles } = account;
      const password = hashes[index];
      await insertAccount(db, {
        id: randomUUID(),
        companyId,
        email,
        name,
        method,
        status,
        language,
        roles,
        secondStep,
        ...(password && { password }),
      });
    }
    return true;
  });
}

/** What the tests of the admin's accounts share: companies with an admin, accounts in them, and changes of accounts. */
import { randomUUID } from 'node:crypto';
import type { UserChange } from '@app/contract/dashboard/users.ts';

import { insertCompany, type NewAccount } from '#store/accounts/accounts.ts';
import type { TestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo } from '#test/setup/test-deps.ts';

import { createDashboardDriver, type SignedIn } from './dashboard-driver.ts';

export function createPeopleDriver({ app, deps }: TestApp) {
  const driver = createDashboardDriver({ app, deps, close: () => Promise.resolve() });
  const { durable } = deps.store;
  return {
    ...driver,
    /** An admin of a new company, signed in. */
    async newAdmin(): Promise<SignedIn> {
      const companyId = randomUUID();
      await insertCompany(durable, { id: companyId, name: 'Northline <b>Ltd</b>' });
      return driver.signedIn({ companyId, name: 'Zoe' });
    },
    personOf: (admin: SignedIn, changes: Partial<NewAccount> = {}) =>
      createAccount(deps, { companyId: admin.account.companyId, roles: ['Agent'], ...changes }),
    change: (as: SignedIn, ids: readonly string[], change: UserChange, more: object = {}) =>
      driver.call('changeUsers', { as, body: { ids, change, ...more } }),
    rowOf: (id: string) =>
      durable.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The audit log of a company, oldest first. */
    entriesOf: (companyId: string) =>
      durable
        .selectFrom('audit_log')
        .select(['action', 'actor_email', 'target_id', 'target', 'before', 'after'])
        .$castTo<{ action: string }>()
        .where('company_id', '=', companyId)
        .orderBy('at')
        .execute(),
    kindsTo: async (email: string) => (await mailsTo(deps, email)).map(({ kind }) => kind),
  };
}

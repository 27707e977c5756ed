/** Claims domains of companies over HTTP, for tests. */
import { randomUUID } from 'node:crypto';
import type { Domain } from '@app/contract/dashboard/single-sign-on.ts';
import { expect } from 'vitest';

import { insertCompany } from '#store/accounts/accounts.ts';
import type { TestApp } from '#test/setup/test-app.ts';

import { createDashboardDriver, type SignedIn } from './dashboard-driver.ts';

export function createDomainDriver(service: TestApp) {
  const driver = createDashboardDriver(service);
  const add = (as: SignedIn, domain: string) => driver.call('addDomain', { as, body: { domain } });
  const verify = (as: SignedIn, domain: string) => driver.call('verifyDomain', { as, params: { domain } });
  const publish = ({ record }: Domain) =>
    service.deps.records.set(record.name, ['v=spf1 -all', record.value]);
  return {
    ...driver,
    add,
    verify,
    /** Enters the record of a claim into the DNS. */
    publish,
    list: async (as: SignedIn) => (await driver.call('listDomains', { as })).body.items,
    /** An admin of a new company. */
    async newAdmin(changes: Parameters<typeof driver.signedIn>[0] = {}): Promise<SignedIn> {
      const companyId = randomUUID();
      await insertCompany(service.deps.store.durable, { id: companyId, name: 'Harbour Works' });
      return driver.signedIn({ companyId, ...changes });
    },
    /** A domain that is claimed and verified. */
    async claimed(as: SignedIn, name: string): Promise<Domain> {
      const { body } = await add(as, name);
      publish(body);
      expect((await verify(as, name)).status).toBe(200);
      return body;
    },
  };
}

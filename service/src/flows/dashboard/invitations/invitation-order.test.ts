/** The order of the list of invitations, which were sent in the same second. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';

import { insertCompany } from '#store/accounts/accounts.ts';
import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

test('a list shows the last invited first, in the order sent, also over parts and after they are sent again', async () => {
  const service = await createTestApp();
  onTestFinished(() => service.close());
  const driver = createDashboardDriver(service);
  const company = randomUUID();
  await insertCompany(service.deps.store.durable, { id: company, name: 'Other' });
  const as = await driver.signedIn({ companyId: company });
  const emails = Array.from({ length: 520 }, (_, n) => `invited-${n}@northline.test`);
  const listed = async () => {
    const found: { id: string; email: string }[] = [];
    let cursor: string | undefined;
    do {
      const query = { pageSize: '100', ...(cursor !== undefined && { cursor }) };
      const { body } = await driver.call('listInvitations', { as, query });
      found.push(...body.items);
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    return found.toReversed();
  };
  await driver.call('invite', { as, body: { invitations: emails.map((email) => ({ email })) } });
  const sent = await listed();
  expect(sent.map(({ email }) => email)).toEqual(emails);
  service.deps.advance(1000);
  const ids = sent.slice(0, 100).map(({ id }) => id);
  await driver.call('resendInvitations', { as, body: { ids } });
  expect((await listed()).map(({ email }) => email)).toEqual([...emails.slice(100), ...emails.slice(0, 100)]);
});

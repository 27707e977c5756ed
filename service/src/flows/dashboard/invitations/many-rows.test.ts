/** Invites as many people in one call as a list may have (requirements §5). */
import { randomUUID } from 'node:crypto';
import { expect, test, onTestFinished } from 'vitest';
import * as limits from '@app/contract/fields/limits.ts';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { insertCompany } from '#store/accounts/accounts.ts';

test('10,000 rows are invited in parts of few statements each', { timeout: 120_000 }, async () => {
  let statements = 0;
  const counted = await createTestApp({ onStatement: () => void (statements += 1) });
  const other = createDashboardDriver(counted);
  const boss = await other.signedIn();
  const invitations = Array.from({ length: limits.invitedAtOnce }, (_, n) => ({
    email: n % 100 === 7 ? `broken ${n}` : `many-${n}@northline.test`,
    name: `Person ${n}`,
  }));
  statements = 0;
  const answer = await other.call('invite', { as: boss, body: { invitations } });
  const done = statements;
  expect(answer.status).toBe(200);
  expect(answer.body.results).toHaveLength(10_000);
  const count = async (table: 'accounts' | 'links' | 'outbox' | 'audit_log' | 'events') =>
    Number(
      (
        await counted.deps.store.durable
          .selectFrom(table)
          .select((of) => of.fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count,
    );
  const rows = [
    await count('accounts'),
    await count('links'),
    await count('outbox'),
    await count('audit_log'),
  ];
  expect(rows).toEqual([9901, 9900, 9900, 9900]);
  expect(done).toBeLessThan(20 * 14);
  const again = await other.call('invite', { as: boss, body: { invitations: invitations.slice(0, 10) } });
  expect(again.body.results.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, (_, n) => (n === 7 ? 'invalid' : 'exists')),
  );
  await counted.close();
});

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

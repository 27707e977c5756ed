/** Invites as many people in one call as a list may have (requirements §5). */
import { expect, test } from 'vitest';
import * as limits from '@app/contract/fields/limits.ts';

import { createDashboardDriver } from '#test/drivers/dashboard-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

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

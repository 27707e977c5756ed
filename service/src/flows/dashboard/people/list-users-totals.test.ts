/** The total of the list of accounts: the same on every page of every order, however it is counted. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { userSorts } from '@app/contract/dashboard/users.ts';

import { createPeopleDriver } from '#test/drivers/people-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp();
const people = createPeopleDriver(service);
afterAll(() => service.close());

it('counts what a search or a filter finds on every page of every order', async () => {
  const admin = await people.newAdmin();
  const { companyId } = admin.account;
  for (let n = 0; n < 4; n += 1) {
    await people.personOf(admin, { name: `Åsa off ${n}`, status: 'disabled' });
    await people.personOf(admin, { name: `Åsa new ${n}` });
    const email = `signed-${randomUUID()}@northline.test`;
    await people.signedIn({ companyId, name: `Åsa ${n}`, roles: ['Agent'], email });
  }
  await people.personOf(admin, { name: 'Ben' });
  const counts: Record<string, number> = {};
  for (const [query, total] of [
    [{ search: 'asa' }, 12],
    [{ search: 'asa', status: 'disabled' }, 4],
    [{ status: 'disabled' }, 4],
    [{ search: 'nobody' }, 0],
    [{ search: ' ' }, 14],
  ] as const)
    for (const sort of userSorts)
      for (const order of ['ASC', 'DESC']) {
        let cursor: string | undefined;
        const ids = new Set<string>();
        do {
          const { body: page } = await people.call('listUsers', {
            as: admin,
            query: { ...query, sort, order, pageSize: '3', ...(cursor !== undefined && { cursor }) },
          });
          expect(page.total).toBe(total);
          for (const { id } of page.items) ids.add(id);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(ids.size).toBe(total);
        counts[JSON.stringify(query)] = (counts[JSON.stringify(query)] ?? 0) + 1;
      }
});

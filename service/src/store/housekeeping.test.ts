/** What the clean-up deletes from tables that it walks, over several of its statements. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

import { deleteExpired } from './housekeeping.ts';

const statements: string[] = [];
let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps({ onStatement: (text) => void statements.push(text) });
});
afterAll(() => deps.close());

/** Rows that could be resent to again at `resendAt`, in milliseconds. */
const addHolds = (count: number, resendAt: number) =>
  deps.store.durable
    .insertInto('resend_holds')
    .values(
      Array.from({ length: count }, () => ({
        address: randomBytes(32),
        resends: 1,
        resend_at: new Date(resendAt),
      })),
    )
    .execute();

test('every row that is past goes and every other stays, in batches of a thousand', async () => {
  const now = deps.clock();
  await addHolds(1700, now - days(1) - 1);
  await addHolds(1300, now - days(1) + 1000);
  statements.length = 0;
  expect(await deleteExpired(deps.store.durable, now)).toBe(1700);
  const walks = statements.filter((text) => text.includes('"resend_holds"')).length;
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from resend_holds`.execute(
    deps.store.durable,
  );
  expect(rows[0]?.left).toBe(1300);
  console.log(`clean-up: 3000 rows, ${walks} statements, 1700 deleted`);
  // The last one finds that there are no more.
  expect(walks).toBe(4);
  expect(await deleteExpired(deps.store.durable, now)).toBe(0);
});

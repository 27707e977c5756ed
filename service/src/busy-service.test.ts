/** A process that computes for seconds while statements are under way does not report its database lost (threat E1). */
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { blockEventLoop } from '#test/setup/processor.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

/** Statements after which the process computes, each for longer than any wait for the database. */
const computeAfter = new Set<number>();
let statements = 0;

const service = await createTestApp({
  onStatement() {
    statements += 1;
    if (computeAfter.delete(statements)) setImmediate(() => blockEventLoop(1900));
  },
});
afterAll(() => service.close());

test('E1: no call fails with a lost database while the process computes for twice two seconds during 40 calls', async () => {
  const { email } = await createAccount(service.deps, { secondStep: 'off' });
  const post = (url: string, payload: object, n: number) =>
    service.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'idempotency-key': `key-${n}` },
      remoteAddress: `10.${n}.0.1`,
    });
  for (const after of [4, 60]) computeAfter.add(statements + after);
  const answers = await Promise.all([
    // As many as hash in parallel; the others wait only for the database.
    ...Array.from({ length: 8 }, (_, n) =>
      post(endpoints.signInWithPassword.path, { email, password: rightPassword }, n),
    ),
    ...Array.from({ length: 31 }, (_, n) =>
      post(endpoints.recoverPassword.path, { email: `person-${n}@elsewhere.test` }, n + 8),
    ),
    service.app.inject({ url: '/readyz' }),
  ]);
  const statuses = tally(answers.map(({ statusCode }) => String(statusCode)));
  expect(computeAfter.size).toBe(0);
  expect(statuses).toEqual({ '200': 9, '204': 31 });
});

import { randomUUID } from 'node:crypto';
import { seconds } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { openTestChallenge } from '#test/drivers/flow-driver.ts';
import { runProcess } from '#test/drivers/kill-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';
import type { Done, Task } from './calling-process.ts';

const refreshTokenOf = ({ answer }: Done): string | undefined =>
  (answer as { refresh_token: string } | undefined)?.refresh_token;

test('E4: after a kill during 200 code checks, no code is accepted twice and none is lost', async () => {
  const keySet = makeKeySet();
  const deps = await createTestDeps({ keys: loadKeys(keySet) });
  const tasks: Task<'verifyCode'>[] = [];
  for (let index = 0; index < 200; index += 1) {
    const account = await createAccount(deps);
    const code = String(200_000 + index);
    const session = await openTestChallenge(deps, account, code);
    const body = { email: account.email, code, session };
    tasks.push({ index, client: `10.1.0.${index}`, body, key: randomUUID() });
  }
  const work = {
    url: deps.url,
    keySet,
    now: deps.clock(),
    flow: 'verifyCode' as const,
    atOnce: 10,
    tasks,
  };
  const before = await runProcess(work, 80);
  const sessionsBefore = await deps.store.durable.selectFrom('families').select('id').execute();
  // Every caller retries, as after a lost answer; then strangers who saw the codes try them.
  const after = await runProcess({ ...work, now: work.now + seconds(20) });
  const strangers = await runProcess({
    ...work,
    now: work.now + seconds(40),
    tasks: tasks.map(({ index, client, body }) => ({ index, client, body })),
  });

  const tokens = new Map<number, Set<string>>();
  for (const done of [...before, ...after]) {
    const token = refreshTokenOf(done);
    if (token !== undefined) tokens.set(done.index, (tokens.get(done.index) ?? new Set()).add(token));
  }
  const sessions = await deps.store.durable.selectFrom('families').select('challenge_id').execute();
  const twice = [...tokens.values()].filter((set) => set.size > 1).length;
  console.log(
    `E4: 200 code checks, killed after ${before.length} answers (${sessionsBefore.length} sessions): ` +
      `${sessions.length} sessions in the end, ${twice} accepted twice; without the key:`,
    tally(strangers.map(({ refusal }) => refusal ?? 'accepted')),
  );
  expect(sessionsBefore.length).toBeLessThan(200);
  expect(twice).toBe(0);
  expect(after.filter((done) => refreshTokenOf(done) !== undefined)).toHaveLength(200);
  expect(tokens.size).toBe(200);
  expect(sessions).toHaveLength(200);
  expect(strangers.filter(({ refusal }) => refusal === undefined)).toHaveLength(0);
  await deps.close();
});

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seconds } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import type { Checked, Work } from './code-checker.ts';
import { openTestChallenge } from '#test/drivers/flow-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';

/** Runs the checker; `killAfter` answers it is killed with SIGKILL. */
async function check(work: Work, killAfter?: number): Promise<Checked[]> {
  const program = fileURLToPath(new URL('code-checker.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  child.stdin.end(JSON.stringify(work));
  const checked: Checked[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    checked.push(JSON.parse(line) as Checked);
    if (checked.length === killAfter) child.kill('SIGKILL');
  }
  expect(await ended).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL']);
  return checked;
}

test('E4: killed in the middle of 200 code checks, nothing is accepted twice and nothing is lost', async () => {
  const keySet = makeKeySet();
  const deps = await createTestDeps({ keys: loadKeys(keySet) });
  const checks: Work['checks'] = [];
  for (let index = 0; index < 200; index += 1) {
    const account = await createAccount(deps);
    const code = String(200_000 + index);
    const session = await openTestChallenge(deps, account, code);
    checks.push({ index, email: account.email, code, session, key: randomUUID() });
  }
  const work = { url: deps.url, keySet, now: deps.clock(), checks };
  const before = await check(work, 80);
  const sessionsBefore = await deps.store.durable.selectFrom('families').select('id').execute();
  // Every caller asks again, as after a lost answer; then strangers who saw the codes try them.
  const after = await check({ ...work, now: work.now + seconds(20) });
  const strangers = await check({
    ...work,
    now: work.now + seconds(40),
    checks: checks.map(({ index, email, code, session }) => ({ index, email, code, session })),
  });

  const tokens = new Map<number, Set<string>>();
  for (const { index, refreshToken } of [...before, ...after])
    if (refreshToken !== undefined) tokens.set(index, (tokens.get(index) ?? new Set()).add(refreshToken));
  const sessions = await deps.store.durable.selectFrom('families').select('challenge_id').execute();
  const twice = [...tokens.values()].filter((set) => set.size > 1).length;
  console.log(
    `E4: 200 code checks, killed after ${before.length} answers (${sessionsBefore.length} sessions): ` +
      `${sessions.length} sessions in the end, ${twice} accepted twice; without the key:`,
    tally(strangers.map(({ refusal }) => refusal ?? 'accepted')),
  );
  expect(sessionsBefore.length).toBeLessThan(200);
  expect(twice).toBe(0);
  expect(after.filter(({ refreshToken }) => refreshToken !== undefined)).toHaveLength(200);
  expect(tokens.size).toBe(200);
  expect(sessions).toHaveLength(200);
  expect(strangers.filter(({ refreshToken }) => refreshToken !== undefined)).toHaveLength(0);
  await deps.close();
});

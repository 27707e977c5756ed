import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seconds } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { chosenPassword, recoverToLink } from '#test/drivers/link-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import type { ResetDone, ResetWork } from './password-resetter.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';

/** Runs the resets; after `killAfter` answers the process is killed with SIGKILL. */
async function run(work: ResetWork, killAfter?: number): Promise<ResetDone[]> {
  const program = fileURLToPath(new URL('password-resetter.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  child.stdin.end(JSON.stringify(work));
  const done: ResetDone[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    done.push(JSON.parse(line) as ResetDone);
    if (done.length === killAfter) child.kill('SIGKILL');
  }
  expect(await ended).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL']);
  return done;
}

test(
  'E4: killed in the middle of 60 resets, each is done whole or not at all, and each repeat is answered',
  { timeout: 120_000 },
  async () => {
    const keySet = makeKeySet();
    const deps = await createTestDeps({ keys: loadKeys(keySet) });
    const resets: ResetWork['resets'] = [];
    for (let index = 0; index < 60; index += 1) {
      const { email } = await createAccount(deps, { secondStep: 'off' });
      const { token: code } = await recoverToLink(deps, email, callFrom(`10.1.0.${index}`));
      resets.push({ index, email, code, password: `${chosenPassword}${index}`, key: randomUUID() });
    }
    const work = { url: deps.url, keySet, now: deps.clock(), resets };
    const before = await run(work, 20);
    const db = deps.store.durable;
    const used = await db.selectFrom('links').select('email').where('used_at', 'is not', null).execute();
    const told = await db.selectFrom('outbox').select('id').where('kind', '=', 'passwordChanged').execute();
    // What reached the disk is whole: link, password, mail and log belong to one transaction.
    const log = await db.selectFrom('events').select('id').where('kind', '=', 'passwordReset').execute();
    expect([told.length, log.length]).toEqual([used.length, used.length]);
    expect(used.length).toBeLessThan(60);

    // Everybody asks again, as after a lost answer.
    const after = await run({ ...work, now: work.now + seconds(20) });
    console.log(
      `E4: 60 resets, killed after ${before.length} answers (${used.length} done); asked again:`,
      tally(after.map(({ refusal }) => refusal ?? 'done')),
    );
    expect(tally(after.map(({ refusal }) => refusal ?? 'done'))).toEqual({ done: 60 });
    const changed = await db
      .selectFrom('outbox')
      .select('recipient')
      .where('kind', '=', 'passwordChanged')
      .execute();
    expect(new Set(changed.map(({ recipient }) => recipient)).size).toBe(60);
    expect(changed).toHaveLength(60);
    await deps.close();
  },
);

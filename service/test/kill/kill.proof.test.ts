import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seconds } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { openTestChallenge } from '#test/drivers/flow-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { createAccount, createTestDeps, callFrom } from '#test/setup/test-deps.ts';
import type { Done, Task, Work } from './calling-process.ts';
import { chosenPassword, recoverToLink } from '#test/drivers/link-driver.ts';

/** Runs `work` in a process; after `killAfter` answers the process gets SIGKILL. Returns the answers that arrived. */
async function runProcess(work: Work, killAfter?: number): Promise<Done[]> {
  const program = fileURLToPath(import.meta.resolve('#test/kill/calling-process.ts'));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  child.stdin.end(JSON.stringify(work));
  const done: Done[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    done.push(JSON.parse(line) as Done);
    if (done.length === killAfter) child.kill('SIGKILL');
  }
  expect(await ended).toEqual(killAfter === undefined ? [0, null] : [null, 'SIGKILL']);
  return done;
}

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

test('E4: after a kill during 60 resets, each is complete or not done at all, and each retry is answered', async () => {
  const keySet = makeKeySet();
  const deps = await createTestDeps({ keys: loadKeys(keySet) });
  const tasks: Task<'resetPassword'>[] = [];
  for (let index = 0; index < 60; index += 1) {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    const { token: code } = await recoverToLink(deps, email, callFrom(`10.1.0.${index}`));
    const password = `${chosenPassword}${index}`;
    const body = { email, code, password, passwordConfirmation: password };
    tasks.push({ index, client: `10.2.0.${index}`, body, key: randomUUID() });
  }
  const work = {
    url: deps.url,
    keySet,
    now: deps.clock(),
    flow: 'resetPassword' as const,
    atOnce: 5,
    tasks,
  };
  const before = await runProcess(work, 20);
  const { durable } = deps.store;
  const used = await durable.selectFrom('links').select('email').where('used_at', 'is not', null).execute();
  const mails = durable.selectFrom('outbox').select('recipient').where('kind', '=', 'passwordChanged');
  // Link, password, mail and log entry are one transaction: all of them are stored, or none.
  const log = await durable.selectFrom('events').select('id').where('kind', '=', 'passwordReset').execute();
  expect([(await mails.execute()).length, log.length]).toEqual([used.length, used.length]);
  expect(used.length).toBeLessThan(60);

  // Every caller retries, as after a lost answer.
  const after = await runProcess({ ...work, now: work.now + seconds(20) });
  console.log(
    `E4: 60 resets, killed after ${before.length} answers (${used.length} done); asked again:`,
    tally(after.map(({ refusal }) => refusal ?? 'done')),
  );
  expect(tally(after.map(({ refusal }) => refusal ?? 'done'))).toEqual({ done: 60 });
  const changed = await mails.execute();
  expect(new Set(changed.map(({ recipient }) => recipient)).size).toBe(60);
  expect(changed).toHaveLength(60);
  await deps.close();
});

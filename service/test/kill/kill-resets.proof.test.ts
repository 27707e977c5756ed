import { randomUUID } from 'node:crypto';
import { seconds } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { runProcess } from '#test/drivers/kill-driver.ts';
import { chosenPassword, recoverToLink } from '#test/drivers/link-driver.ts';
import { tally } from '#test/drivers/outcome.ts';
import { callFrom, createAccount, createTestDeps } from '#test/setup/test-deps.ts';
import type { Task } from './calling-process.ts';

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

/**
 * Two users of the database, as docs/operations.md has them: the owner migrates, and the service runs as one that reads
 * and writes rows, and changes no table.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { expect, test } from 'vitest';

import { freePort } from '#dev/free-port.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { refresh, signInBasic } from '#test/drivers/flow-driver.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, startReady } from '#test/setup/service-process.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { presentMonth, ringSize } from '#store/migrations/partition-events.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { createAccount, createTestDeps, rightPassword } from '#test/setup/test-deps.ts';

const grants =
  /`(grant [a-z, ]+ on all tables in schema public)`/.exec(
    readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8'),
  )?.[1] ?? 'no grants';

async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

test('the service starts and works as a user that may change rows alone', async () => {
  const url = await testDatabase();
  const [role, password] = [`lesser_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
  await onDatabase(url, [`create role ${role} login password '${password}'`, `${grants} to ${role}`]);
  const lesser = Object.assign(new URL(url), { username: role, password }).href;

  // The key set of the process, so that its passwords are the account's.
  const keys = loadKeys(readFileSync(keyFile, 'utf8'));
  const deps = await createTestDeps({ url: lesser, keys });
  // Production refuses the accounts of the demo domain.
  const { email } = await createAccount(deps, { email: 'kit@kestrel.example', secondStep: 'off' });
  const { refresh_token: token } = await signInBasic(deps, email);
  expect((await refresh(deps, token)).answer).toBeDefined();

  // Empties a month of the sign-in log; in an installation of an earlier release it may not, and still cleans up.
  const addOldEvent = `insert into events (event_id, company_id, kind, client, platform, at, slot)
    values (gen_random_uuid(), gen_random_uuid(), 'signedIn', '192.0.2.1', 'authentication-ui', now() - interval '1 year',
      (${presentMonth} + 2) % ${ringSize})`;
  const countEvents = () => deps.store.relaxed.selectFrom('events').select('id').execute();
  const { length: present } = await countEvents();
  await onDatabase(url, [addOldEvent]);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await countEvents()).toHaveLength(present);
  await onDatabase(url, [`revoke truncate on all tables in schema public from ${role}`, addOldEvent]);
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await countEvents()).toHaveLength(present + 1);
  await deps.close();

  const env = { ...productionEnvironment, SMTP_URL: 'smtp://127.0.0.1:9', SIGNING_KEY_FILE: keyFile };
  const port = await freePort();
  const run = await startReady({ ...env, DATABASE_URL: lesser }, port);
  const answer = await fetch(`http://127.0.0.1:${port}${endpoints.signInWithPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: rightPassword }),
  });
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([200, ['basic']]);
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
  expect(run.out()).not.toContain('permission denied');

  for (const statement of [
    'alter table accounts add column extra text',
    'create table extra (id int)',
    'truncate audit_log',
    'drop table accounts',
    'alter table audit_log disable trigger all',
  ])
    await expect(onDatabase(lesser, [statement]), statement).rejects.toMatchObject({ code: '42501' });
});

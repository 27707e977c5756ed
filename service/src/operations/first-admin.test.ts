/** Runs the command as an operator does, on a database of production that has nothing in it. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadKeys } from '#security/tokens/keys.ts';
import { deleteUnacceptedCompany } from '#store/operations/first-admin.ts';
import { accept, chosenPassword, newestLink } from '#test/drivers/link-driver.ts';
import { signIn } from '#test/drivers/flow-driver.ts';
import { nameOf } from '#test/drivers/outcome.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';
import { keyFile, start } from '#test/setup/service-process.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { callFrom, createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

let env: Record<string, string>;
let deps: TestDeps;
beforeAll(async () => {
  env = { ...productionEnvironment, DATABASE_URL: await testDatabase(), SIGNING_KEY_FILE: keyFile };
  deps = await createTestDeps({
    url: env['DATABASE_URL'] ?? '',
    keys: loadKeys(readFileSync(keyFile, 'utf8')),
    settings: { publicUrl: productionEnvironment.PUBLIC_URL },
  });
  await deps.store.durable.deleteFrom('companies').execute();
});
afterAll(() => deps.close());

async function run(...args: string[]) {
  const command = start(env, 'operations/first-admin.ts', args);
  const code = await command.ended();
  return { code, out: command.out(), err: command.err() };
}

const tables = async () => ({
  companies: await deps.store.durable.selectFrom('companies').select('name').execute(),
  accounts: await deps.store.durable
    .selectFrom('accounts')
    .select(['email', 'status', 'password_hash'])
    .execute(),
});

test('it names what is missing, and changes nothing', async () => {
  const { code, err } = await run('--company', 'Harbour Works', '--email', 'not an address');
  expect(code).toBe(1);
  expect(err).toContain('Missing or not usable: --email');
  expect(await tables()).toEqual({ companies: [], accounts: [] });
});

test('an empty production gets a company and the invitation of its admin, who then signs in', async () => {
  const { code, out, err } = await run('--company', 'Harbour Works', '--email', 'Mia@harbour.example');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Made: the company Harbour Works (');
  expect(out).toContain('Made: the account mia@harbour.example, its first admin.');
  expect(await tables()).toEqual({
    companies: [{ name: 'Harbour Works' }],
    accounts: [{ email: 'mia@harbour.example', status: 'unconfirmed', password_hash: null }],
  });
  const link = await newestLink(deps, 'mia@harbour.example', 'invitation');
  expect(link.url).toMatch(/^https:\/\/login\.example\.com\/users\/confirmation\?/);
  // The terminal, and what records it, does not get the link.
  expect(out).not.toContain(link.token);
});

test('an invitation that nobody accepted can be replaced, as its address may be mistyped', async () => {
  const { code, out } = await run('--company', 'Harbour', '--email', 'ada@harbour.example', '--replace');
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('Deleted: the company Harbour Works'),
  });
  expect(await tables()).toMatchObject({
    companies: [{ name: 'Harbour' }],
    accounts: [{ email: 'ada@harbour.example' }],
  });
  // The mistyped address gets no link to an account that is gone.
  const unsent = deps.store.durable.selectFrom('outbox').select('recipient').where('payload', 'is not', null);
  expect(await unsent.execute()).toEqual([{ recipient: 'ada@harbour.example' }]);
});

test('an invitation that is being accepted is not replaced', async () => {
  const { durable } = deps.store;
  const replace = () => durable.transaction().execute((db) => deleteUnacceptedCompany(db, deps.clock()));
  const waits = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        durable,
      )
    ).rows;
  const { replacing } = await durable.transaction().execute(async (db) => {
    await db.updateTable('accounts').set({ status: 'active' }).execute();
    const begun = replace();
    await expect.poll(waits).toHaveLength(1);
    // In an object, so that it is not awaited before the commit.
    return { replacing: begun };
  });
  expect(await replacing).toBeUndefined();
  expect((await tables()).accounts).toMatchObject([{ email: 'ada@harbour.example', status: 'active' }]);
  await durable.updateTable('accounts').set({ status: 'unconfirmed' }).execute();
});

test('with an admin it refuses, and so it does to replace one who has accepted', async () => {
  const link = await newestLink(deps, 'ada@harbour.example', 'invitation');
  expect(await accept(deps, link)).toEqual({ answer: undefined });
  expect(nameOf(await signIn(deps, 'ada@harbour.example', chosenPassword, callFrom(9)))).not.toBe(
    'credentials',
  );
  const before = await tables();
  const again = await run('--company', 'Second', '--email', 'bo@harbour.example');
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('There is an admin already (ada@harbour.example)');
  const replaced = await run('--company', 'Second', '--email', 'bo@harbour.example', '--replace');
  expect(replaced.err).toContain('Nothing was replaced');
  expect(await tables()).toEqual(before);
});

test('two at the same moment make one admin', async () => {
  await deps.store.durable.deleteFrom('companies').execute();
  const runs = await Promise.all(
    ['bo', 'cy'].map((name) => run('--company', name, '--email', `${name}@x.example`)),
  );
  expect(runs.filter(({ code }) => code === 0)).toHaveLength(1);
  expect((await tables()).accounts).toHaveLength(1);
});

test('without the settings of production it names each that is wrong', async () => {
  env = { ...env, SMTP_URL: '', PUBLIC_URL: 'http://login.example.com' };
  const { code, err } = await run('--company', 'Harbour Works', '--email', 'mia@harbour.example');
  expect(code).toBe(1);
  expect(err).toContain('\n  SMTP_URL ');
  expect(err).toContain('\n  PUBLIC_URL ');
});

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';

import type { Database } from '#store/connection/database.ts';
import { signInBasic } from '#test/drivers/flow-driver.ts';
import { databaseBefore, onDatabase } from '#test/setup/database-before.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { partitionEvents } from './partition-events.ts';

test('the events that are there become a partition, unread and unmoved, and who used the table uses it further', async () => {
  const url = await databaseBefore('0049-event-slots');
  const deps = await createTestDeps({ url });
  const { email } = await createAccount(deps, { secondStep: 'off' });
  await signInBasic(deps, email);
  const role = `reader_${process.pid}`;
  await onDatabase(url, async (db) => {
    await sql.raw(`create role ${role}`).execute(db);
    await sql.raw(`grant select, insert on events to ${role}`).execute(db);
  });
  const stateOf = () =>
    onDatabase(url, async (db) => {
      const { rows } = await sql`
        select tableoid::regclass::text = 'events_earlier' as earlier, pg_relation_filenode(tableoid) as file,
          has_table_privilege(${role}, 'events', 'select, insert') as granted, account_id is not null as owned
        from events order by at`.execute(db);
      return rows;
    });
  const [before] = await stateOf();

  // A backup reads the table: the service works without partitions.
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  await backup.query('begin');
  await backup.query('select from events');
  await deps.store.migrate();
  expect(await stateOf()).toEqual([before]);
  await signInBasic(deps, email);
  await backup.query('commit');
  await backup.end();

  const notices: string[] = [];
  const pool = new pg.Pool({ connectionString: url, options: '-c client_min_messages=debug1', max: 1 });
  pool.on('connect', (client) => client.on('notice', ({ message }) => void notices.push(message ?? '')));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  await partitionEvents(db);
  await db.destroy();
  expect(notices.filter((notice) => notice.startsWith('partition constraint'))).toEqual([
    'partition constraint for table "events_earlier" is implied by existing constraints',
  ]);
  // By the statements that its connections have prepared.
  await signInBasic(deps, email);
  const [first, second, third] = await stateOf();
  const unmoved = { ...(before as object), earlier: true };
  expect([first, second]).toEqual([unmoved, unmoved]);
  expect(third).toMatchObject({ earlier: false, granted: true, owned: true });
  await sql`delete from accounts where email = ${email}`.execute(deps.store.durable);
  expect(await stateOf()).toMatchObject([1, 2, 3].map(() => ({ owned: false })));
  await deps.close();
});

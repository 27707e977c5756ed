/** Starts one PostgreSQL for all tests of the service, with a migrated database that every test file copies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import { startPostgres } from '#dev/postgres/postgres.ts';
import { createStore } from '#store/store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's administrative database; `testDatabase` copies the template from it. */
    postgresUrl: string;
    /** The folder of its Unix socket. */
    postgresSocket: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-test-'));
  const server = await startPostgres({ dataDir, temporary: true });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('create database template_sign_in');
  if (process.env['ISOLATION'] !== undefined) {
    await admin.query(`alter system set default_transaction_isolation = '${process.env['ISOLATION']}'`);
    await admin.query('select pg_reload_conf()');
  }
  await admin.end();
  const url = new URL(server.url);
  url.pathname = '/template_sign_in';
  const store = createStore({ url: url.href, log: pino({ level: 'silent' }) });
  await store.migrate();
  await store.close();
  await dropTriggers(url.href);
  project.provide('postgresUrl', server.url);
  project.provide('postgresSocket', server.socketFolder ?? '');
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * The release before needs triggers that the next one drops, so no test may need them. Those of the audit log stay.
 */
async function dropTriggers(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('drop trigger accounts_version on accounts');
  await client.query('drop trigger events_complete on events');
  await client.query('drop trigger families_end on families');
  await client.end();
}

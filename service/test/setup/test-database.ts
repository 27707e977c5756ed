/** Creates a new migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Returns its URL. It is removed with the server at the end of the run. */
export async function testDatabase(): Promise<string> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // PostgreSQL copies a template one at a time: two files may copy it at the same moment.
    await admin.query('select pg_advisory_lock(1)');
    await admin.query(`create database ${name} template template_sign_in strategy wal_log`);
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The URL of a new database over the server's Unix socket, which costs less processor time than TCP. */
export async function testDatabaseBySocket(): Promise<string> {
  const url = new URL(await testDatabase());
  url.searchParams.set('host', inject('postgresSocket'));
  return url.href;
}

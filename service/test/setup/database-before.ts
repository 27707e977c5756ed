/** Databases of earlier releases, for tests of an upgrade. */
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect, inject } from 'vitest';

import type { Database } from '#store/connection/database.ts';
import { migrations } from '#store/migrations/migrations.ts';

/** Runs the work on a separate connection, and closes it. */
export async function onDatabase<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A new database as an earlier release left it, by its last migration. */
export async function databaseBefore(last: string): Promise<string> {
  const name = `before_${randomBytes(6).toString('hex')}`;
  await onDatabase(inject('postgresUrl'), (db) => sql`create database ${sql.id(name)}`.execute(db));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  await onDatabase(url.href, async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateTo(last);
    expect(error).toBeUndefined();
  });
  return url.href;
}

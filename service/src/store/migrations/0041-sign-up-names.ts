/** A sign-up asks for the person's name, and knows the browser that it came from. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("alter table signups add column name text not null default '', add column browser bytea")
    .execute(db);
}

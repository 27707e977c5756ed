/** A provider can take requests to sign in by HTTP-POST only. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // null: HTTP-Redirect.
  await sql
    .raw(
      `alter table saml_configurations add column sso_binding text check (sso_binding in ('redirect', 'post'))`,
    )
    .execute(db);
}

/** A password is deleted when its account gets another method; those that were kept before go, too. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update accounts set password_hash = null, password_key_id = null
    where method <> 'password' and password_hash is not null`.execute(db);
}

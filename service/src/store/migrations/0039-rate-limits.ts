/**
 * The rate limits count a try first and release it if it was right: `throttle_count` and `throttle_release`, in SQL
 * only. The release before this one can run beside it: it calls `throttle_take`, `throttle_settle` and `throttle_give_back`
 * on the same rows, and uses their columns `pending` and `pending_until`. These stay until the release after this one drops
 * them. The tries that it has reserved and not settled are not counted here, so while both run, one more set of them can be
 * in flight.
 */
import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(readFileSync(new URL('0039-rate-limits.sql', import.meta.url), 'utf8')).execute(db);
}

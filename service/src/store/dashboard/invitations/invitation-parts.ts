/** The results of the finished parts of a long call, so that a repeat of the call continues after them. */
import { sql } from 'kysely';
import { days } from '@app/contract/fields/durations.ts';

import type { DurableTransaction } from '#store/connection/pools.ts';

/** As long as an Idempotency-Key is known. */
const keptFor = days(1);

/** Names a part of a call. */
export interface PartKey {
  /** SHA-256 of the call's key, company and body. */
  readonly batch: Buffer;
  readonly part: number;
}

/** What `insertPart` stored for the part, or undefined if it was not done yet. */
export async function findPart<Result>(
  db: DurableTransaction,
  { batch, part }: PartKey,
  now: number,
): Promise<readonly Result[] | undefined> {
  const { rows } = await sql<{ results: Result[] }>`
    select results from invitation_parts
    where batch = ${batch} and part = ${part} and expires_at > ${new Date(now)}::timestamptz`.execute(db);
  return rows[0]?.results;
}

/** Stores the results, in the transaction of the part. `now` in milliseconds. */
export async function insertPart(
  db: DurableTransaction,
  { batch, part }: PartKey,
  results: readonly unknown[],
  now: number,
): Promise<void> {
  await sql`
    insert into invitation_parts (batch, part, results, expires_at)
    values (${batch}, ${part}, ${JSON.stringify(results)}::jsonb, ${new Date(now + keptFor)}::timestamptz)
    on conflict (batch, part) do update set results = excluded.results, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/**
 * Refresh tokens as the release before this one stores them: one row each, until it can no longer be running. The next
 * release deletes this file, and drops the table.
 */
import { sql } from 'kysely';
import * as limits from '@app/contract/fields/limits.ts';

import { rowsOf } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import {
  canBeUsed,
  lastUse,
  type Refreshed,
  refreshedColumns,
  type RefreshedRow,
  toRefreshed,
  type Use,
} from './refresh.ts';

export interface StoredToken {
  readonly familyId: string;
  /** Of the session: above 0 if this release has taken it over. */
  readonly generation: number;
  /** Milliseconds since the epoch; undefined: not used yet. */
  readonly usedAt: number | undefined;
  /** The next token, sealed for the holder of this one; undefined if there is none, or it was used as well. */
  readonly successor: Buffer | undefined;
}

/** A token by its SHA-256. */
export async function findStoredToken(db: Reader, hash: Buffer): Promise<StoredToken | undefined> {
  const { rows } = await sql<{
    family_id: string;
    generation: number;
    used_at: Date | null;
    successor: Buffer | null;
  }>`
    select t.family_id, (select f.generation from families f where f.id = t.family_id) as generation, t.used_at,
      case when (select s.used_at from refresh_tokens s where s.hash = t.successor_hash) is null then t.successor end
        as successor
    from refresh_tokens t
    where t.hash = ${hash}`.execute(db);
  const row = rows[0];
  return (
    row && {
      familyId: row.family_id,
      generation: row.generation,
      usedAt: row.used_at?.getTime(),
      successor: row.successor ?? undefined,
    }
  );
}

/** Uses a token that was not used yet, as the release before does. Of parallel calls exactly one gets a row. */
export async function rotateStoredToken(
  db: Durable,
  use: Use,
  { hash, next, sealedNext }: { readonly hash: Buffer; readonly next: Buffer; readonly sealedNext: Buffer },
): Promise<Refreshed | undefined> {
  const at = new Date(use.now);
  const { rows } = await sql<RefreshedRow>`
    with used as (
      update refresh_tokens t set used_at = ${at}, successor = ${sealedNext}, successor_hash = ${next}
      from families f, accounts a
      where t.hash = ${hash} and t.used_at is null and f.id = t.family_id and ${canBeUsed(use.now)}
      returning t.family_id
    ), successor as (
      insert into refresh_tokens (hash, family_id, expires_at)
      select ${next}::bytea, f.id, least(${new Date(use.now + limits.refreshIdle)}::timestamptz, f.expires_at)
      from ${rowsOf('used')} u join families f on f.id = u.family_id
    )
    update families f set ${lastUse(use)} from ${rowsOf('used')} u, accounts a
    where f.id = u.family_id and a.id = f.account_id
    returning ${refreshedColumns}`.execute(db);
  return rows[0] && toRefreshed(rows[0]);
}

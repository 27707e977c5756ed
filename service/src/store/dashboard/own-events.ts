/** What happened to a person's own account, as the sign-in log has it. */
import { sql } from 'kysely';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import type { EventKind } from '#store/connection/database.ts';
import type { Reader } from '#store/connection/pools.ts';

export interface OwnEvent {
  readonly id: string;
  readonly at: Date;
  readonly kind: EventKind;
  readonly outcome: EventOutcome;
  readonly method: Strategy | null;
  readonly platform: Platform;
  readonly client: string;
}

/** Where the page before ended; times in milliseconds since the epoch. */
export interface EventPosition {
  readonly at: number;
  readonly id: string;
}

/** The newest first, `most` of them, from behind `after` on. */
export async function findOwnEvents(
  db: Reader,
  accountId: string,
  after: EventPosition | undefined,
  most: number,
): Promise<OwnEvent[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(e.at, e.id) < (${new Date(after.at)}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<OwnEvent>`
    select e.id, e.at, e.kind, e.outcome, e.method, e.platform, e.client from events e
    where e.account_id = ${accountId}::uuid and ${behind}
    order by e.at desc, e.id desc limit ${most}`.execute(db);
  return rows;
}

export async function countOwnEvents(db: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from events where account_id = ${accountId}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}

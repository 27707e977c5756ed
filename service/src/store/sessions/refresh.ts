/**
 * The refresh of a session: its row holds the generation of its present refresh token, so a refresh is one change of one
 * row (threats B1, B2).
 */
import { type RawBuilder, sql } from 'kysely';
import { days } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import { accountColumns, type Account, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import type { EventKind } from '#store/connection/database.ts';
import { after, changedInOneStatement, rowsOf } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import { insertEventsOf } from '#store/events.ts';
import { insertMail, type NewMail } from '#store/outbox.ts';

import { endedAt } from './sessions.ts';

/** How long a repeat with the Idempotency-Key of a refresh gets its successor, if that was not used yet. */
const repeatedByKey = days(1);

/** Each use keeps a session's `busy_until` so much longer in the future: sixty uses at once, then one a second. */
const each = sql`${`${limits.refreshTriesWindow / limits.refreshTries} ms`}::interval`;

const fullAt = (now: number) => sql`${new Date(now + limits.refreshTriesWindow)}::timestamptz`;

/** The session's `busy_until`, or now: of the past, or of a clock that was put back since. */
const busyUntil = (now: number): RawBuilder<Date> => sql<Date>`
  case when f.busy_until between ${new Date(now)}::timestamptz and ${fullAt(now)} then f.busy_until
    else ${new Date(now)}::timestamptz end`;

/** What the tokens of a session say. */
export interface Refreshed {
  readonly familyId: string;
  readonly generation: number;
  readonly eventId: string;
  readonly account: Account;
  /** How the session was signed in; no longer good if the account's method is another now. */
  readonly strategy: Strategy;
  /** When the present refresh token ends, unless it is used. Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How a session ends, for the sign-in log. */
interface Ending {
  readonly kind: EventKind;
  readonly client: string;
  readonly platform: Platform;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface SessionState extends Refreshed {
  /** It was revoked, or has had its time. */
  readonly ended: boolean;
  /** When the person signed in. Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The token asked about is the one before the present one, and this may be a repeat of its use. */
  readonly repeated: boolean;
  /** Until when its limit is full, if it is. Milliseconds since the epoch. */
  readonly fullUntil: number;
}

export type RefreshedRow = AccountRow & {
  family_id: string;
  generation: number;
  event_id: string;
  strategy: Strategy;
  token_ends_at: Date;
};

/** When the present token of the session `f` ends unless it is used: after its idle time, or with the session. */
export const tokenEnd = sql`least(f.last_used_at + ${`${limits.refreshIdle} ms`}::interval, f.expires_at)`;

/** Of `families f` and `accounts a`. */
export const refreshedColumns = sql`${accountColumns}, f.id as family_id, f.generation, f.event_id, f.strategy, ${tokenEnd} as token_ends_at`;

/** A refresh token that is used, and what is known of its use. */
export interface Use {
  readonly familyId: string;
  /** Of the token (`security/tokens/refresh-token.ts`). */
  readonly generation: number;
  /** SHA-256 of call and Idempotency-Key; null: none was sent. */
  readonly repeatId: Buffer | null;
  readonly userAgent: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The columns of `families f` that a use changes, besides the generation. */
export const lastUse = ({ repeatId, userAgent, now }: Use): RawBuilder<unknown> => sql`
  last_used_at = ${new Date(now)}::timestamptz, repeat_id = ${repeatId}::bytea,
  busy_until = ${busyUntil(now)} + ${each},
  user_agent = coalesce(${userAgent ?? null}::text, f.user_agent)`;

/** The session `f` of the account `a` lives, its token is not too old, and its limit is not full. */
export const canBeUsed = (now: number): RawBuilder<boolean> => sql<boolean>`
  f.revoked_at is null and ${tokenEnd} > ${new Date(now)}::timestamptz
  and ${busyUntil(now)} + ${each} <= ${fullAt(now)}
  and a.id = f.account_id and a.status = 'active' and a.method = f.strategy`;

/**
 * Uses the present token of a living session: counts the use and makes the next generation the present one. Of parallel
 * calls exactly one gets a row (threat A7). A token of a generation that the row does not know yet is taken as well: it
 * was issued by a database that was lost since.
 */
export async function nextGeneration(db: Durable, use: Use): Promise<Refreshed | undefined> {
  const { familyId, generation, now } = use;
  const { rows } = await sql<RefreshedRow>`
    update families f set generation = ${generation + 1}::integer, ${lastUse(use)} from accounts a
    where f.id = ${familyId}::uuid and f.generation <= ${generation}::integer and ${canBeUsed(now)}
    returning ${refreshedColumns}`.execute(db);
  return rows[0] && toRefreshed(rows[0]);
}

/** The session of a token that could not be used. */
export async function findSessionOf(db: Reader, use: Use): Promise<SessionState | undefined> {
  const { familyId, generation, repeatId, now } = use;
  const { rows } = await sql<
    RefreshedRow & { created_at: Date; ended: boolean; repeated: boolean; busy_until: Date }
  >`
    select ${refreshedColumns}, f.created_at, f.revoked_at is not null or f.expires_at <= ${new Date(now)}::timestamptz as ended,
      f.generation = ${generation + 1}::integer and f.last_used_at >= ${new Date(now)}::timestamptz
        - case when f.repeat_id = ${repeatId}::bytea then ${`${repeatedByKey} ms`} else ${`${limits.refreshReplayWindow} ms`} end::interval
        as repeated,
      ${busyUntil(now)} + ${each} as busy_until
    from families f join accounts a on a.id = f.account_id where f.id = ${familyId}::uuid`.execute(db);
  const row = rows[0];
  return (
    row && {
      ...toRefreshed(row),
      createdAt: row.created_at.getTime(),
      ended: row.ended,
      repeated: row.repeated,
      fullUntil: row.busy_until.getTime() - limits.refreshTriesWindow,
    }
  );
}

/** Its account is active, and signs in as the session was signed in. */
export const isHeld = ({ account, strategy }: Refreshed): boolean =>
  account.status === 'active' && account.method === strategy;

export const toRefreshed = (row: RefreshedRow): Refreshed => ({
  familyId: row.family_id,
  generation: row.generation,
  eventId: row.event_id,
  account: toAccount(row),
  strategy: row.strategy,
  expiresAt: row.token_ends_at.getTime(),
});

/** Ends a session, with its event and an email to its owner if one is given. True: it was alive until now. */
export const endSession = (
  db: Durable,
  familyId: string,
  { kind, client, platform, now }: Ending,
  mail?: NewMail,
): Promise<boolean> =>
  changedInOneStatement(db, 'ended', {
    ended: sql`
      update families f set ${endedAt(now)} where id = ${familyId}::uuid and revoked_at is null
      returning event_id, account_id`,
    event: insertEventsOf(rowsOf('ended'), { kind, client, platform, at: now }),
    mail: mail && insertMail(mail, after('ended')),
  });

/**
 * Emails that wait to be sent (threat E3). A row is written with the change that it tells of, so an email exists
 * exactly if the change does; the worker claims, sends and marks it.
 */
import { sql } from 'kysely';
import { minutes } from '@app/contract/fields/durations.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import { always, type Condition, type Statement } from './connection/one-statement.ts';
import type { Durable, Reader } from './connection/pools.ts';

/** The emails that the service sends; each has its template. */
export type MailKind =
  | 'loginCode'
  | 'refreshReuse'
  | 'signInMethod'
  | 'passwordReset'
  | 'newPassword'
  | 'choosePassword'
  | 'passwordChanged'
  | 'breachedPassword'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'factorChanged'
  | 'factorRequired'
  | 'factorsRemoved'
  | 'temporaryPassGiven'
  | 'wrongCodes'
  | 'recoveryMethod'
  | 'invitation'
  | 'methodInvitation'
  | 'signUp'
  | 'signUpExisting'
  | 'signUpClaimed'
  | 'emailChange'
  | 'emailChangeAsked'
  | 'emailChanged'
  | 'identityLink'
  | 'deviceLink'
  | 'newDevice'
  | 'domainLost'
  | 'domainTakenOver';

export interface NewMail {
  /** A random UUID; the values are sealed for it, and the Message-ID is made from it. */
  readonly id: string;
  readonly kind: MailKind;
  /** The account's address, from the database. */
  readonly to: string;
  readonly language: Language;
  /** Sealed by `sealMailValues`. */
  readonly values: Buffer;
  /** After this it is not sent any more. Milliseconds since the epoch, like `now`. */
  readonly expiresAt: number;
  /** A second email with the same key is dropped. */
  readonly dedupeKey: string;
  /** One of many that were written together: every other email is sent first. */
  readonly bulk?: boolean;
  readonly now: number;
}

/**
 * Inserts an email into the outbox, in the statement of the change that it reports (threat E3). A second email with the
 * same key is dropped: it returns no row.
 */
export const insertMail = <Needs extends string = never>(
  mail: NewMail,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`
  insert into outbox (id, kind, recipient, language, payload, dedupe_key, created_at, expires_at, next_try_at, bulk)
  select ${mail.id}::uuid, ${mail.kind}::text, ${mail.to}::text, ${mail.language}::text, ${mail.values}::bytea,
    ${mail.dedupeKey}::text, ${new Date(mail.now)}::timestamptz, ${new Date(mail.expiresAt)}::timestamptz,
    ${new Date(mail.now)}::timestamptz, ${mail.bulk ?? false}::boolean
  where ${onlyIf}
  on conflict (dedupe_key) do nothing returning id`;

/** Inserts many emails, as `insertMail` does. */
export const insertMails = (mails: readonly NewMail[]): Statement => sql`
  insert into outbox (id, kind, recipient, language, payload, dedupe_key, created_at, expires_at, next_try_at, bulk)
  select id, kind, recipient, language, payload, dedupe_key, created_at, expires_at, created_at, bulk
  from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ kind }) => kind)}::text[],
    ${mails.map(({ to }) => to)}::text[], ${mails.map(({ language }) => language)}::text[],
    ${mails.map(({ values }) => values)}::bytea[], ${mails.map(({ dedupeKey }) => dedupeKey)}::text[],
    ${mails.map(({ now }) => new Date(now))}::timestamptz[],
    ${mails.map(({ expiresAt }) => new Date(expiresAt))}::timestamptz[],
    ${mails.map(({ bulk }) => bulk ?? false)}::boolean[])
    as m (id, kind, recipient, language, payload, dedupe_key, created_at, expires_at, bulk)
  on conflict (dedupe_key) do nothing`;

export interface DueMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly language: Language;
  /** Sealed; read by `openMailValues`. */
  readonly values: Buffer;
  readonly expiresAt: number;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** How long a claimed email is reserved for its process. If that dies, another sends it afterwards. */
const claimLease = minutes(1);
/** No try is so far away: a time after this was written by a clock that was ahead and has been put right. */
const wrongClock = minutes(15);

/**
 * Claims up to `limit` emails that are due, oldest first. Expired ones are not sent: their content is deleted. Workers
 * on several instances never get the same email. One whose time a wrong clock wrote is due from now on.
 *
 * @param bulk which emails: those of which many were written together, or all others
 */
export async function claimDueMails(
  db: Durable,
  now: number,
  limit: number,
  bulk = false,
): Promise<DueMail[]> {
  const at = new Date(now);
  const { rows } = await sql<{
    id: string;
    kind: MailKind;
    recipient: string;
    language: Language;
    payload: Buffer;
    expires_at: Date;
    attempts: number;
    created_at: Date;
  }>`
    with expired as (
      update outbox set payload = null, failed_at = ${at}, failure = 'expired'
      where payload is not null and next_try_at <= ${at} and expires_at <= ${at}
    ), put_right as (
      update outbox set next_try_at = ${at}
      where payload is not null and bulk = ${bulk}::boolean and next_try_at > ${new Date(now + wrongClock)}
    )
    update outbox set next_try_at = ${new Date(now + claimLease)}, attempts = attempts + 1
    where id in (
      select id from outbox
      where payload is not null and bulk = ${bulk}::boolean and next_try_at <= ${at} and expires_at > ${at}
      order by next_try_at limit ${limit} for update skip locked
    )
    returning id, kind, recipient, language, payload, expires_at, attempts, created_at`.execute(db);
  return rows
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      to: row.recipient,
      language: row.language,
      values: row.payload,
      expiresAt: row.expires_at.getTime(),
      attempts: row.attempts,
    }));
}

/** When the next email is due, in milliseconds since the epoch, or undefined if none waits. `bulk` as above. */
export async function nextMailDue(db: Reader, bulk = false): Promise<number | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_try_at) as due from outbox where payload is not null and bulk = ${bulk}`.execute(db);
  return rows[0]?.due?.getTime();
}

/** How many emails wait that can still be sent, and when the oldest was written, in milliseconds since the epoch. */
export async function outboxState(
  db: Reader,
  now: number,
): Promise<{ readonly waiting: number; readonly oldest: number | undefined }> {
  const { rows } = await sql<{ waiting: string; oldest: Date | null }>`
    select count(*) as waiting, min(created_at) as oldest from outbox
    where payload is not null and expires_at > ${new Date(now)}::timestamptz`.execute(db);
  return { waiting: Number(rows[0]?.waiting ?? 0), oldest: rows[0]?.oldest?.getTime() };
}

/** The mail server has the email: its content is deleted here. */
export async function markSent(db: Durable, id: string, now: number): Promise<void> {
  await sql`
    update outbox set payload = null, sent_at = ${new Date(now)}, failure = null where id = ${id}`.execute(
    db,
  );
}

/** The email was not sent: `retryAt` for another try, 'permanent' for none. `reason` has no secret in it. */
export async function markFailed(
  db: Durable,
  id: string,
  failed: { readonly now: number; readonly reason: string } & (
    { readonly retryAt: number } | { readonly permanent: true }
  ),
): Promise<void> {
  const failure = failed.reason.slice(0, 500);
  const change =
    'retryAt' in failed
      ? sql`next_try_at = ${new Date(failed.retryAt)}`
      : sql`failed_at = ${new Date(failed.now)}, payload = null`;
  await sql`update outbox set failure = ${failure}, ${change} where id = ${id}`.execute(db);
}

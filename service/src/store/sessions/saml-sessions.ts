/**
 * Single logout: the provider's session behind each of ours, and the requests to log out that await their answer. The
 * first logout that uses a provider's session deletes it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import { rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import { insertEventsOf } from '#store/events.ts';

import { endedAt } from './sessions.ts';

/** A session at a provider, as its assertion named it. */
export interface ProviderSession {
  readonly issuer: string;
  readonly nameId: string;
  readonly format?: string;
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
  readonly sessionIndex?: string;
}

/**
 * Inserts the provider's session behind the session that the same statement opens: `code` is `consumeSsoCode`, `session`
 * is of `openSession`.
 */
export const insertProviderSession: Statement<'code' | 'session'> = sql`
  insert into saml_sessions
    (family_id, company_id, issuer, name_id, format, name_qualifier, sp_name_qualifier, session_index, logout_token)
  select f.id, a.company_id, c.saml_session ->> 'issuer', c.saml_session ->> 'nameId', c.saml_session ->> 'format',
    c.saml_session ->> 'nameQualifier', c.saml_session ->> 'spNameQualifier', c.saml_session ->> 'sessionIndex',
    c.logout_token
  from ${rowsOf('code')} c join accounts a on a.id = c.account_id, ${rowsOf('session')} f where c.saml_session is not null`;

interface Origin {
  readonly client: string;
  readonly platform: Platform;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Consumes the provider's session behind the token (SHA-256) of a logout address, once, and ends ours if it lives: the
 * holder of the token is its owner. undefined: there is none, or it was consumed before.
 */
export async function consumeProviderSession(
  db: Durable,
  logoutToken: Buffer,
  companyId: string,
  { client, platform, now }: Origin,
): Promise<ProviderSession | undefined> {
  const { rows } = await sql<{ [Column in keyof ProviderSession]-?: ProviderSession[Column] | null }>`
    with taken as (
      delete from saml_sessions where logout_token = ${logoutToken} and company_id = ${companyId}::uuid returning *
    ), ended as (
      update families f set ${endedAt(now)} from taken t where f.id = t.family_id and f.revoked_at is null
      returning f.event_id, f.account_id
    ), logged as (
      ${insertEventsOf(sql`ended`, { kind: 'signedOut', client, platform, at: now })}
    )
    select issuer, name_id as "nameId", format, name_qualifier as "nameQualifier",
      sp_name_qualifier as "spNameQualifier", session_index as "sessionIndex" from taken`.execute(db);
  const row = rows[0];
  // What is null was never said.
  return (
    row &&
    (Object.fromEntries(
      Object.entries(row).filter(([, value]) => value !== null),
    ) as unknown as ProviderSession)
  );
}

/** What a provider's request to log out names. */
export interface NamedSessions {
  readonly companyId: string;
  readonly name: Omit<ProviderSession, 'sessionIndex'>;
  /** Empty: all of that name. */
  readonly sessionIndexes: readonly string[];
  readonly messageId: string;
  /** Until when the message could be used again; milliseconds, as is `now`. */
  readonly usableUntil: number;
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

type NameField = keyof NamedSessions['name'];

/** Whether a request for `name` means the session at a provider whose fields `of` reads. */
function namedBy({ issuer, nameId, format, nameQualifier, spNameQualifier }: NamedSessions['name']) {
  return (of: (field: NameField) => RawBuilder<unknown>): RawBuilder<boolean> => {
    // SAML Core §3.3.4: what neither side left out must be alike. An unspecified format is one left out.
    const alike = (field: NameField, value: string | undefined) =>
      sql`(${of(field)} is null or ${value ?? null}::text is null or ${of(field)} = ${value ?? null}::text)`;
    return sql<boolean>`(
      ${of('issuer')} = ${issuer}::text
      -- An address is the same in every case.
      and (${of('nameId')} = ${nameId}::text
        or (${of('format')} = ${emailFormat} and lower(${of('nameId')}) = lower(${nameId}::text)))
      and (${of('format')} = ${unspecified} or ${alike('format', format === unspecified ? undefined : format)})
      and ${alike('nameQualifier', nameQualifier)} and ${alike('spNameQualifier', spNameQualifier)})`;
  };
}

const columns: Readonly<Record<NameField, string>> = {
  issuer: 's.issuer',
  nameId: 's.name_id',
  format: 's.format',
  nameQualifier: 's.name_qualifier',
  spNameQualifier: 's.sp_name_qualifier',
};
const inColumns = (field: NameField) => sql.ref(columns[field]);
/** As `insertSsoCode` and `challengeOfSso` store it. */
const inJson = (session: RawBuilder<unknown>) => (field: NameField) =>
  sql`(${session} ->> ${sql.lit(field)})`;

/**
 * Ends the sessions that a provider's request names, and takes the codes and challenges that would open more of them.
 * Resolves to how many ended; undefined: the request was used before.
 */
export async function endNamedSessions(
  db: Durable,
  { companyId, name, sessionIndexes, messageId, usableUntil }: NamedSessions,
  { client, platform, now }: Origin,
): Promise<number | undefined> {
  const at = sql`${new Date(now)}::timestamptz`;
  const isNamed = namedBy(name);
  const ofCompany = sql`a.company_id = ${companyId}::uuid`;
  try {
    return await db.transaction().execute(async (trx) => {
      // In the order of a sign-in, each by itself: who uses a code or a challenge at this moment holds it, and what it
      // opens must be seen by the next statement.
      await sql`
        with used as (
          insert into used_assertions (issuer, assertion_id, expires_at)
          values (${name.issuer}, ${messageId}, ${new Date(usableUntil)})
        )
        update sso_codes c set used_at = ${at} from accounts a
        where c.used_at is null and c.expires_at > ${at} and a.id = c.account_id and ${ofCompany}
          and ${isNamed(inJson(sql`c.saml_session`))}`.execute(trx);
      await sql`
        update challenges ch set used_at = ${at} from accounts a
        where ch.used_at is null and ch.expires_at > ${at} and a.id = ch.account_id and ${ofCompany}
          and ${isNamed(inJson(sql`ch.provider -> 'samlSession'`))}`.execute(trx);
      const { rows } = await sql<{ count: number }>`
        with gone as (
          delete from saml_sessions s
          where s.company_id = ${companyId}::uuid and ${isNamed(inColumns)}
            and (cardinality(${sessionIndexes}::text[]) = 0 or s.session_index = any (${sessionIndexes}::text[]))
          returning s.family_id
        ), ended as (
          update families f set ${endedAt(now)} from gone
          where f.id = gone.family_id and f.revoked_at is null returning f.event_id, f.account_id
        ), logged as (
          ${insertEventsOf(sql`ended`, { kind: 'sessionsEnded', client, platform, at: now })}
        )
        select count(*)::integer as count from ended`.execute(trx);
      return rows[0]?.count ?? 0;
    });
  } catch (error) {
    const taken =
      error instanceof Error && 'constraint' in error && error.constraint === 'used_assertions_pkey';
    if (taken) return undefined;
    throw error;
  }
}

/** Inserts a request to log out that awaits its answer. `relayState`: SHA-256. */
export async function insertLogout(
  db: Durable,
  logout: {
    readonly id: string;
    readonly companyId: string;
    readonly relayState: Buffer;
    readonly expiresAt: number;
  },
): Promise<void> {
  await sql`
    insert into saml_logouts (id, company_id, relay_state, expires_at)
    values (${logout.id}, ${logout.companyId}, ${logout.relayState}, ${new Date(logout.expiresAt)})`.execute(
    db,
  );
}

/** Whether a logout of ours waits for its answer, by the RelayState that only its browser and the provider have. */
export async function isLogoutAwaited(
  db: Reader,
  { companyId, relayState }: { readonly companyId: string; readonly relayState: Buffer },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from saml_logouts
    where relay_state = ${relayState} and company_id = ${companyId}::uuid and used_at is null
      and expires_at > ${new Date(now)}`.execute(db);
  return rows.length > 0;
}

/** Consumes the request that an answer names: true for one of its answers. */
export async function consumeLogout(
  db: Durable,
  answer: {
    readonly inResponseTo: string;
    readonly companyId: string;
    readonly relayState: Buffer | undefined;
  },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    update saml_logouts set used_at = ${new Date(now)}
    where id = ${answer.inResponseTo} and company_id = ${answer.companyId}::uuid and used_at is null
      and expires_at > ${new Date(now)}
      and (${answer.relayState ?? null}::bytea is null or relay_state = ${answer.relayState ?? null}::bytea)
    returning 1`.execute(db);
  return rows.length === 1;
}

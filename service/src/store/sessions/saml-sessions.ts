/**
 * Single logout: the provider's session behind each of ours, and the requests to log out that await their answer. The
 * first logout that uses a provider's session deletes it.
 */
import { sql } from 'kysely';
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
  const { issuer, nameId, nameQualifier = null, spNameQualifier = null } = name;
  const format = name.format === unspecified ? null : (name.format ?? null);
  // SAML Core §3.3.4: what neither side left out must be alike. An unspecified format is one left out.
  const alike = (column: string, value: string | null) =>
    sql`(${sql.ref(column)} is null or ${value}::text is null or ${sql.ref(column)} = ${value}::text)`;
  const ofCompany = sql`a.company_id = ${companyId}::uuid`;
  try {
    return await db.transaction().execute(async (trx) => {
      // In the order of a sign-in, each by itself: who uses a code or a challenge at this moment holds it, and what it
      // opens must be seen by the next statement.
      await sql`
        with used as (
          insert into used_assertions (issuer, assertion_id, expires_at)
          values (${issuer}, ${messageId}, ${new Date(usableUntil)})
        )
        update sso_codes c set used_at = ${at} from accounts a
        where c.used_at is null and c.expires_at > ${at} and a.id = c.account_id and ${ofCompany}
          and c.saml_session ->> 'nameId' = ${nameId} and c.saml_session ->> 'issuer' = ${issuer}`.execute(
        trx,
      );
      await sql`
        update challenges ch set used_at = ${at} from accounts a
        where ch.used_at is null and ch.expires_at > ${at} and a.id = ch.account_id and ${ofCompany}
          and ch.provider -> 'samlSession' ->> 'nameId' = ${nameId} and ch.provider -> 'samlSession' ->> 'issuer' = ${issuer}`.execute(
        trx,
      );
      const { rows } = await sql<{ count: number }>`
        with gone as (
          delete from saml_sessions s
          where s.company_id = ${companyId}::uuid and s.issuer = ${issuer}
            -- An address is the same in every case.
            and (s.name_id = ${nameId} or (s.format = ${emailFormat} and lower(s.name_id) = lower(${nameId})))
            and (s.format = ${unspecified} or ${alike('s.format', format)})
            and ${alike('s.name_qualifier', nameQualifier)} and ${alike('s.sp_name_qualifier', spNameQualifier)}
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

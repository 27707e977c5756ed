/** Requests to an identity provider that await their answer. */
import { sql } from 'kysely';

import type { Reader, Relaxed } from '#store/connection/pools.ts';
import type { Counter } from './throttles.ts';

export interface SamlRequest {
  /** The ID of the AuthnRequest. */
  readonly id: string;
  /** The checked address of ours to which the person returns. */
  readonly redirectUri: string;
  /** RFC 7636, S256. */
  readonly codeChallenge: string | undefined;
  /** SHA-256 of the token in the logout address that the browser stores. */
  readonly logoutToken: Buffer | undefined;
  /** The address that was typed at the start, sealed. */
  readonly startedBy: Buffer | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly used: boolean;
}

/** A request whose answer came. */
export interface AnsweredRequest extends SamlRequest {
  /** Whether one of the counters is full. */
  readonly flooded: boolean;
}

/** Inserts a request, by the SHA-256 of its RelayState, that awaits its answer. */
export async function insertSamlRequest(
  db: Relaxed,
  request: Omit<SamlRequest, 'used'> & {
    readonly companyId: string;
    readonly relayState: Buffer;
    readonly now: number;
  },
): Promise<void> {
  await sql`
    insert into saml_requests (id, company_id, relay_state, redirect_uri, code_challenge, logout_token, started_by,
      created_at, expires_at)
    values (${request.id}, ${request.companyId}, ${request.relayState}, ${request.redirectUri},
      ${request.codeChallenge ?? null}, ${request.logoutToken ?? null}, ${request.startedBy ?? null},
      ${new Date(request.now)}, ${new Date(request.expiresAt)})`.execute(db);
}

/**
 * The request of a RelayState (SHA-256), if it was this company's; used and expired ones too. `counters` count the
 * refusals before.
 */
export async function findSamlRequest(
  db: Reader,
  { relayState, companyId }: Readonly<{ relayState: Buffer; companyId: string }>,
  counters: readonly Counter[],
  now: number,
): Promise<AnsweredRequest | undefined> {
  const { rows } = await sql<{
    id: string;
    redirect_uri: string;
    code_challenge: string | null;
    logout_token: Buffer | null;
    started_by: Buffer | null;
    expires_at: Date;
    used_at: Date | null;
    flooded: boolean;
  }>`
    select r.*, exists (
      select from throttles t
      where t.key = any (${counters.map(({ key }) => key)}::text[]) and t.blocked_until > ${new Date(now)}
    ) as flooded
    from saml_requests r
    where r.relay_state = ${relayState} and r.company_id = ${companyId}`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.id,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge ?? undefined,
      logoutToken: row.logout_token ?? undefined,
      startedBy: row.started_by ?? undefined,
      expiresAt: row.expires_at.getTime(),
      used: row.used_at !== null,
      flooded: row.flooded,
    }
  );
}

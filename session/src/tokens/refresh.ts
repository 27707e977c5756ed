/** Refreshes the stored session, one tab at a time (threat B1; requirements §4 "Start"). */
import { sessionEndpoints } from '@app/contract/calls/session-endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Tokens } from '@app/contract/tokens/tokens.ts';

import { type Client, randomId } from '#calls/client.ts';
import type { Failure } from '#calls/failure.ts';
import type { Outcome } from '#calls/request.ts';
import { decodeIdToken, isFresh, refreshFloor, tokenAge } from './id-token.ts';
import type { StoredSession, StoredValues } from '#stored/stored-values.ts';

/** The result of a refresh. Only 'signedOut' ends the session: a lost connection does not. */
export type RefreshOutcome =
  | {
      readonly kind: 'refreshed';
      readonly session: StoredSession;
      /** Missing when another tab has refreshed: access tokens are not stored. */
      readonly accessToken?: string | undefined;
    }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface RefreshOptions {
  /** The ID token that the caller wants to replace; the stored one when omitted. */
  readonly heldIdToken?: string | undefined;
  /** Refreshes even if another tab has just done so, because the caller needs an access token. */
  readonly forAccessToken?: boolean;
  /** Replaces `navigator.locks`; undefined where the browser has none. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
}

/** A tab that holds the lock for longer than a call can last is frozen or closed. */
const lockWait = limits.callTimeout + 5000;

/**
 * Refreshes the session. Tabs take turns by a Web Lock and read the stored values again once they hold it, so the
 * second tab finds the tokens that the first one stored and makes no call. Without Web Locks, or when the lock is not
 * released in time, tabs may call at the same time: within `limits.refreshReplayWindow` the service gives all of them the
 * same successor, so none of them loses the session.
 *
 * Whatever the clock, the storage and the answers are, refreshes do not become a stream of calls: a token that was issued
 * a moment ago is used as it is, and there is a limit for the whole browser.
 */
export async function refreshSession(
  client: Client,
  stored: StoredValues,
  options: RefreshOptions = {},
): Promise<RefreshOutcome> {
  const heldIdToken = options.heldIdToken ?? stored.readSession()?.idToken;
  const turn = (): Promise<RefreshOutcome> => takeTurn(client, stored, heldIdToken, options);
  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks;
  if (!locks) return turn();

  let begun = false;
  try {
    return await locks.request('session-refresh', { signal: AbortSignal.timeout(lockWait) }, () => {
      begun = true;
      return turn();
    });
  } catch (error) {
    // The lock timed out, or the browser refuses locks to this page.
    if (begun) throw error;
    return turn();
  }
}

async function takeTurn(
  client: Client,
  stored: StoredValues,
  heldIdToken: string | undefined,
  { forAccessToken = false }: RefreshOptions,
): Promise<RefreshOutcome> {
  const session = stored.readSession();
  if (session && !forAccessToken && isRenewed(session, heldIdToken, stored.serviceNow()))
    return { kind: 'refreshed', session };
  if (!session?.refreshToken) {
    stored.clearSession();
    return { kind: 'signedOut' };
  }
  const { refreshToken } = session;
  const wait = stored.reserveRefresh();
  if (wait !== undefined)
    return { kind: 'failed', failure: { kind: 'rateLimited', retryAfter: Math.ceil(wait / 1000) } };
  const outcome = await exchange(client, stored, refreshToken);

  const current = stored.readSession();
  if (current?.refreshToken !== refreshToken) {
    // Meanwhile the person signed out or in, or a tab without the lock stored the same successor first.
    // A refresh token that no tab stores must be revoked.
    const same = outcome.ok && outcome.answer.refreshToken === current?.refreshToken;
    if (outcome.ok && !same) revoke(client, outcome.answer);
    if (!current) return { kind: 'signedOut' };
    return {
      kind: 'refreshed',
      session: current,
      ...(outcome.ok && same && { accessToken: outcome.answer.accessToken }),
    };
  }
  if (!outcome.ok) {
    if (!endsSession(outcome.failure)) return { kind: 'failed', failure: outcome.failure };
    stored.clearSession();
    return { kind: 'signedOut' };
  }
  const replaced = stored.replaceTokens(outcome.answer);
  const renewed = replaced.ok ? stored.readSession() : undefined;
  if (renewed) return { kind: 'refreshed', session: renewed, accessToken: outcome.answer.accessToken };
  // The old token is consumed and the new one cannot be stored: using the old one again would look like theft.
  revoke(client, outcome.answer);
  stored.clearSession();
  return { kind: 'signedOut' };
}

/**
 * Sends the token, under the key of its last try if that had no answer. The service may have carried that one out: after
 * `limits.refreshReplayWindow` the token looks stolen under another key, and gets the first answer under the same.
 */
async function exchange(
  client: Client,
  { unanswered }: StoredValues,
  refreshToken: string,
): Promise<Outcome<Tokens>> {
  const before = unanswered.refresh;
  const key = before?.refreshToken === refreshToken ? before.key : randomId();
  const outcome = await client.call(
    sessionEndpoints.refreshTokens,
    { body: { refreshToken } },
    { idempotencyKey: key },
  );
  const answered = outcome.ok || endsSession(outcome.failure);
  unanswered.refresh = answered ? undefined : { refreshToken, key };
  return outcome;
}

/** Best effort: the result is not awaited, and a call never throws. */
function revoke(client: Client, { refreshToken }: Tokens): void {
  void client.call(sessionEndpoints.revokeTokens, { body: { refreshToken } });
}

/** Whether the service refuses this token for good, or the stored text is not a token. */
function endsSession(failure: Failure): boolean {
  return failure.status === 401 || failure.kind === 'invalid';
}

/** Whether the stored ID token is the result of a refresh already: of another tab, or of this browser a moment ago. */
function isRenewed(
  { idToken }: StoredSession,
  heldIdToken: string | undefined,
  serviceNow: number | undefined,
): boolean {
  const claims = idToken === undefined ? undefined : decodeIdToken(idToken);
  if (!claims) return false;
  if (idToken !== heldIdToken && isFresh(claims, serviceNow)) return true;
  return (tokenAge(claims, serviceNow) ?? Infinity) < refreshFloor;
}

/** The account of a stored session. Loaded only when one is stored. */
import { decodeIdToken, idTokenExpired } from '@app/session/tokens/id-token.ts';
import type { StoredSession } from '@app/session/stored/stored-values.ts';

import type { AuthEvent } from '#auth/auth-state.ts';

/** What is known of a stored session before any call. */
export interface SessionAtStart {
  /** With an ID token that is not over. */
  readonly success: AuthEvent | undefined;
  /** Whether it can be refreshed. */
  readonly refreshes: boolean;
}

/** @param now milliseconds since the epoch */
export const sessionAtStart = (session: StoredSession, now: number): SessionAtStart => ({
  success: signInSuccessOf(session, now),
  refreshes: Boolean(session.refreshToken),
});

/**
 * A stored session whose ID token can be read and, where `now` is given, is not over. A token that the service has just
 * made is good whatever this machine's clock says.
 */
export function signInSuccessOf(session: StoredSession, now?: number): AuthEvent | undefined {
  const claims = session.idToken ? decodeIdToken(session.idToken) : undefined;
  if (!session.idToken || !claims) return undefined;
  if (now !== undefined && idTokenExpired(claims, now)) return undefined;
  return {
    type: 'signInSuccess',
    token: session.idToken,
    decodedToken: claims,
    strategy: session.authStrategy ?? 'password',
  };
}

/** Reads the stored session at the start. Loaded only when one is stored. */
import { decodeIdToken, idTokenExpired } from '@app/session/tokens/id-token.ts';
import type { StoredSession } from '@app/session/stored/stored-values.ts';

import type { AuthEvent } from '#auth/auth-state.ts';

/** A stored session before any call. */
export interface SessionAtStart {
  /** Present with an unexpired ID token. */
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
 * A stored session whose ID token can be read and, if `now` is given, has not expired. A token that the service has just
 * issued is valid whatever this machine's clock shows.
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

/** Reads the stored session at the start. Loaded only when one is stored. */
import { decodeIdToken, isFresh } from '@app/session/tokens/id-token.ts';
import type { StoredSession } from '@app/session/stored/stored-values.ts';

import type { AuthEvent } from '#auth/auth-state.ts';

/** A stored session before any call. */
export interface SessionAtStart {
  /** Present with an unexpired ID token. */
  readonly success: AuthEvent | undefined;
  /** Whether it can be refreshed. */
  readonly refreshes: boolean;
}

/**
 * @param serviceNow the service's time (`StoredValues.serviceNow`)
 * @param verified whether the service has just verified the ID token, for the page that is opened
 */
export function sessionAtStart(
  session: StoredSession,
  serviceNow: number | undefined,
  verified = false,
): SessionAtStart {
  const claims = session.idToken === undefined ? undefined : decodeIdToken(session.idToken);
  const good = claims !== undefined && (verified || isFresh(claims, serviceNow));
  return { success: good ? signInSuccessOf(session) : undefined, refreshes: Boolean(session.refreshToken) };
}

/** A stored session whose ID token can be read. */
export function signInSuccessOf(session: StoredSession): AuthEvent | undefined {
  const claims = session.idToken ? decodeIdToken(session.idToken) : undefined;
  if (!session.idToken || !claims) return undefined;
  return {
    type: 'signInSuccess',
    token: session.idToken,
    decodedToken: claims,
    strategy: session.authStrategy ?? 'password',
  };
}

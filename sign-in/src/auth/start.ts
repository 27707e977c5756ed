/** How the app learns who is signed in (decisions, section 4 'Start'), and keeps knowing it while it is open. */
import { decodeIdToken, idTokenExpired } from '@app/session/id-token.ts';
import { onOtherTab, type TabNews } from '@app/session/other-tabs.ts';
import type { StoredSession } from '@app/session/stored-values.ts';

import type { AuthDeps, AuthServices } from './auth-deps.ts';
import type { AuthEvent } from './auth-state.ts';

/**
 * What is known of a stored session at once: the events that lead from UNKNOWN to AUTHENTICATED (an unexpired ID token) or to
 * NOT_AUTHENTICATED (nothing stored; a code that is still awaited is taken up again). With a refresh token only there
 * are none: the state stays UNKNOWN until `refreshAtStart` is done.
 *
 * @param session what is stored; undefined: nothing
 */
export function eventsAtStart(
  session: StoredSession | undefined,
  { now, challenge }: Pick<AuthServices, 'now' | 'challenge'>,
): AuthEvent[] {
  const known = session && successOf(session, now());
  if (known) return [known];
  if (session?.refreshToken) return [];
  const awaited = challenge.read();
  return [
    { type: 'signOut' },
    ...(awaited
      ? [{ type: 'mfaSessionToken', email: awaited.email, session: awaited.session } as const]
      : []),
  ];
}

/**
 * Follows what happens elsewhere: a sign-in in another tab moves this one on, a sign-out there signs this one out. A page
 * that the browser kept and brings back with the back button looks as well. Returns how to stop.
 */
export function followOtherTabs(deps: AuthDeps): () => void {
  async function look(news?: TabNews): Promise<void> {
    const stored = await deps.stored().catch(() => undefined);
    const session = stored?.readSession();
    // A sign-out whose session is still there was followed by a sign-in, and the other way round.
    if (news && Boolean(session) !== (news === 'signedIn')) return;
    const known = session && successOf(session, deps.now());
    if (known) deps.dispatch(known);
    if (!session) deps.dispatch({ type: 'signOut' });
  }
  const stop = onOtherTab((news) => void look(news));
  const brought = (event: PageTransitionEvent): void => {
    if (event.persisted) void look();
  };
  addEventListener('pageshow', brought);
  return () => {
    stop();
    removeEventListener('pageshow', brought);
  };
}

/**
 * A stored session whose ID token can be read and, where `now` is given, is not over. A token that the service has just
 * made is good whatever this machine's clock says.
 */
export function successOf(session: StoredSession, now?: number): AuthEvent | undefined {
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

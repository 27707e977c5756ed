/** Finds out who is signed in at the start (requirements §4 "Start"), and follows the other tabs while the page is open. */
import type { TabMessage } from '@app/session/pages/other-tabs.ts';

import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import type { SessionAtStart } from './stored-session.ts';

/**
 * What is known of a stored session at once: the events that lead from UNKNOWN to AUTHENTICATED (an unexpired ID token) or to
 * NOT_AUTHENTICATED (nothing stored; a code that is still awaited is taken up again). With a refresh token only there
 * are none: the state stays UNKNOWN until `finishStart` is done.
 *
 * @param session what is known of it; undefined: nothing is stored
 */
export function eventsAtStart(
  session: SessionAtStart | undefined,
  challenge: AuthServices['challenge'],
): AuthEvent[] {
  if (session?.success) return [session.success];
  if (session?.refreshes) return [];
  const awaited = challenge.read();
  return [
    { type: 'signOut' },
    ...(awaited ? [{ type: 'codeStepOpened', email: awaited.email, session: awaited.session } as const] : []),
  ];
}

/** Whether Google or a company's sign-in page has sent the browser to the present address with something. */
export const isProviderReturn = (): boolean =>
  /^\/login\/sso\/?$/.test(location.pathname)
    ? /[?&](code|state)=/.test(location.search)
    : /^\/login\/?$/.test(location.pathname) && /[#&](id_token|error|state)=/.test(location.hash);

/**
 * Follows what happens elsewhere: a sign-in in another tab moves this one on, a sign-out there signs this one out. A page
 * that the browser kept and brings back with the back button looks as well. Returns how to stop.
 *
 * @param signedIn whether a session was found at the start: what was said of it before anybody listened is looked up
 */
export function followOtherTabs(deps: AuthDeps, signedIn: boolean): () => void {
  async function look(news?: TabMessage): Promise<void> {
    const stored = await deps.stored().catch(() => undefined);
    const session = stored?.readSession();
    // A sign-out whose session is still there was followed by a sign-in, and the other way round.
    if (news && Boolean(session) !== (news === 'signedIn')) return;
    if (!session) return deps.dispatch({ type: 'signOut' });
    const { sessionAtStart } = await import('./stored-session.ts');
    const { success } = sessionAtStart(session, deps.now());
    if (success) deps.dispatch(success);
  }
  const stop = deps.otherTabs.listen((news) => void look(news));
  if (signedIn) void look('signedOut');
  const brought = (event: PageTransitionEvent): void => {
    if (event.persisted) void look();
  };
  addEventListener('pageshow', brought);
  return () => {
    stop();
    removeEventListener('pageshow', brought);
  };
}

/** Decides at the start who is signed in (requirements §4 "Start"), and follows the other tabs while the page is open. */
import type { TabMessage } from '@app/session/pages/other-tabs.ts';

import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import type { SessionAtStart } from './stored-session.ts';

/**
 * The auth events of a stored session, without a call: to AUTHENTICATED for an unexpired ID token, to NOT_AUTHENTICATED
 * if nothing is stored, with the code step if a code is still awaited. With a refresh token only there are no events:
 * the state stays UNKNOWN until `finishStart` is done.
 *
 * @param session the stored session; undefined: nothing is stored
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

/** Whether the address is a return from Google or a company's sign-in page. */
export const isProviderReturn = (): boolean =>
  /^\/login\/sso\/?$/.test(location.pathname)
    ? /[?&](code|state)=/.test(location.search)
    : /^\/login\/?$/.test(location.pathname) && /[#&](id_token|error|state)=/.test(location.hash);

/**
 * Follows the other tabs: a sign-in there signs this tab in, a sign-out there signs it out. A page that the back/forward
 * cache restores checks the stored values as well. Returns a function that stops it.
 *
 * @param signedIn whether a session was found at the start: it is then checked again, for a sign-out before this call
 */
export function followOtherTabs(deps: AuthDeps, signedIn: boolean): () => void {
  async function look(news?: TabMessage): Promise<void> {
    const stored = await deps.stored().catch(() => undefined);
    const session = stored?.readSession();
    // If a session is still stored after a sign-out, a sign-in followed, and the other way round.
    if (news && Boolean(session) !== (news === 'signedIn')) return;
    if (!session) {
      // A page that is brought back keeps the code step that it left, as a reload does.
      const events = eventsAtStart(undefined, deps.challenge);
      for (const event of news ? events.slice(0, 1) : events) deps.dispatch(event);
      return;
    }
    const { sessionAtStart } = await import('./stored-session.ts');
    const { success } = sessionAtStart(session, stored?.serviceNow());
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

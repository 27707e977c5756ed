/**
 * The way back from Google or from a company's sign-in page: out of the address before anything is drawn, so that no
 * history, screenshot or other script sees it, and gone on with once the app is there. Loaded with such an address alone.
 */
import type { AuthDeps } from '#auth/auth-deps.ts';
import { googleReturn } from './google.ts';
import { storeInHistory } from './provider-attempt.ts';
import { failWith, type SignInStep } from '#auth/sign-in-failure.ts';
import { refuseSso, ssoReturn } from './sso.ts';

let underWay: ((deps: AuthDeps) => SignInStep | Promise<SignInStep>) | undefined;

/**
 * Takes what a provider sent back out of the present address.
 *
 * @param signedIn whether a session is stored here: no address ends one, so a return that is not of an attempt of this
 * tab is then dropped in silence
 * @returns whether `finishProviderReturn` has anything to do
 */
export function takeProviderReturn(signedIn: boolean): boolean {
  const address = new URL(location.href);
  const { searchParams: query } = address;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const fromSso = /^\/login\/sso\/?$/.test(address.pathname);
  // An error, or nothing at all, is told by the address itself (`page-error.ts`, `routes.ts`).
  const empty = fromSso && (query.has('error') || !query.has('code'));
  const { goOn, email } = fromSso ? ssoReturn(query) : googleReturn(fragment);

  if (fromSso) {
    query.delete('code');
    query.delete('state');
    if (!empty) address.pathname = '/login';
  }
  address.hash = '';
  history.replaceState(history.state, '', address);
  // Whatever form is next has it. A session that is there is nobody's to be told about.
  if (email && !signedIn) storeInHistory({ email });

  const refuse = fromSso ? refuseSso : (deps: AuthDeps) => failWith(deps, 'errors.credentials', 'google');
  underWay = empty || (!goOn && signedIn) ? undefined : (goOn ?? refuse);
  return underWay !== undefined;
}

/** Goes on with what was taken: the call, or the error. False when there is nothing to go on with. */
export async function finishProviderReturn(deps: AuthDeps): Promise<boolean> {
  const finish = underWay;
  underWay = undefined;
  const step = await finish?.(deps);
  // For whoever comes after a sign-out there is no form with it.
  if (step?.to === 'done') storeInHistory({ email: undefined });
  return finish !== undefined;
}

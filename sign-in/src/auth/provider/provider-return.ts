/**
 * Handles the return from Google or a company's sign-in page: removes it from the address before the first render, so
 * that no history, screenshot or other script sees it, and finishes it once the app runs. Loaded only for a return.
 */
import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import { googleReturn } from './google.ts';
import { storeInHistory } from './provider-attempt.ts';
import { failWith } from '#auth/sign-in-failure.ts';
import { refuseSso, ssoReturn } from './sso.ts';

/**
 * Removes a provider's return from the address.
 *
 * @param signedIn whether a session is stored. No address may end a session, so a return without an attempt of this tab
 * is then ignored.
 * @param openStep opens the code step that a company asks for
 * @returns a function that finishes it with the call or the error; undefined when there is nothing to do
 */
export function takeProviderReturn(
  signedIn: boolean,
  openStep: (step: 'code') => void,
): AuthServices['finishProviderReturn'] {
  const address = new URL(location.href);
  const { searchParams: query } = address;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const fromSso = /^\/login\/sso\/?$/.test(address.pathname);
  // A return with an error or without any value is handled by `page-error.ts` and `routes.ts`.
  const empty = fromSso && (query.has('error') || !query.has('code'));
  const { goOn, email } = fromSso ? ssoReturn(query) : googleReturn(fragment);

  if (fromSso) {
    query.delete('code');
    query.delete('state');
    if (!empty) address.pathname = '/login';
  }
  address.hash = '';
  history.replaceState(history.state, '', address);
  // The next form shows the email. Not with a stored session, which this return does not change.
  if (email && !signedIn) storeInHistory({ email });

  const refuse = fromSso ? refuseSso : (deps: AuthDeps) => failWith(deps, 'errors.credentials', 'google');
  if (empty || (!goOn && signedIn)) return undefined;
  return async (deps) => {
    const step = await (goOn ?? refuse)(deps);
    if (step.to === 'code') openStep('code');
    // After a later sign-out, the login form must not show this email.
    if (step.to === 'done') storeInHistory({ email: undefined });
  };
}

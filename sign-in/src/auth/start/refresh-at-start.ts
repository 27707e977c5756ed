/** Awaits a provider's return or a pending refresh at start-up. Loaded only when there is one. */
import { refreshSession } from '@app/session/tokens/refresh.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { signInSuccessOf } from './stored-session.ts';
import { fail } from '#auth/sign-in-failure.ts';

/** Finishes a return from Google or a company's sign-in page; without one, refreshes the stored session. */
export async function finishStart(deps: AuthDeps): Promise<void> {
  if (deps.finishProviderReturn) await deps.finishProviderReturn(deps);
  else await refreshAtStart(deps);
}

/**
 * Refreshes a stored session whose ID token has expired, one tab at a time. Without a connection the stored values stay
 * and an error is shown; the person can sign in again or reload the page.
 */
async function refreshAtStart(deps: AuthDeps): Promise<void> {
  const outcome = await refreshSession(deps.client, await deps.stored());
  const known = outcome.kind === 'refreshed' ? signInSuccessOf(outcome.session) : undefined;
  if (known) return deps.dispatch(known);
  if (outcome.kind === 'failed') {
    fail(deps, outcome.failure);
    return;
  }
  deps.dispatch({ type: 'sessionExpired', error: 'errors.sessionExpired' });
}

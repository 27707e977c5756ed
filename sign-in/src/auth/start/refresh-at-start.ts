/** What a start that knows nobody yet waits for; loaded only where there is something to wait for. */
import { refreshSession } from '@app/session/tokens/refresh.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { signInSuccessOf } from './stored-session.ts';
import { finishProviderReturn } from '#auth/provider/provider-return.ts';
import { fail } from '#auth/sign-in-failure.ts';

/** Goes on with a return from Google or from a company's sign-in page; without one the stored session is refreshed. */
export async function finishStart(deps: AuthDeps): Promise<void> {
  if (!(await finishProviderReturn(deps))) await refreshAtStart(deps);
}

/**
 * Refreshes a stored session whose ID token is over, one tab at a time. A dead network leaves the stored values where
 * they are and says so; the person can sign in again or load the page again.
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

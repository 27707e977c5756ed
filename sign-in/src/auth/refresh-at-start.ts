/** The session of a returning person; loaded only when there is one whose ID token is over. */
import { refreshSession } from '@app/session/refresh.ts';

import type { AuthDeps } from './auth-deps.ts';
import { fail } from './sign-in.ts';
import { successOf } from './known-session.ts';

/**
 * Refreshes a stored session whose ID token is over, one tab at a time. A dead network leaves the stored values where
 * they are and says so; the person can sign in anew or load the page again.
 */
export async function refreshAtStart(deps: AuthDeps): Promise<void> {
  const outcome = await refreshSession(deps.client, await deps.stored());
  const known = outcome.kind === 'refreshed' ? successOf(outcome.session) : undefined;
  if (known) return deps.dispatch(known);
  if (outcome.kind === 'failed') {
    fail(deps, outcome.failure);
    return;
  }
  deps.dispatch({ type: 'sessionExpired', error: 'errors.sessionExpired' });
}

/** Refreshes the session of an open page before it expires. Loaded with the first screen of a signed-in person. */
import { keepFresh } from '@app/session/tokens/keep-fresh.ts';
import type { RefreshOutcome } from '@app/session/tokens/refresh.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { signInSuccessOf } from './stored-session.ts';

/** Refreshes the session before the ID token expires, for as long as the page is open. Returns a function that stops it. */
export function keepSessionFresh(deps: AuthDeps): () => void {
  let over = false;
  let stop = () => {};

  function onOutcome(outcome: RefreshOutcome): void {
    if (outcome.kind === 'signedOut') {
      deps.dispatch({ type: 'sessionExpired', error: 'errors.sessionExpired' });
    }
    // A temporary failure changes nothing: `keepFresh` tries again.
    if (outcome.kind !== 'refreshed') return;
    if (outcome.accessToken) deps.memory.accessToken = outcome.accessToken;
    const known = signInSuccessOf(outcome.session);
    if (known?.type === 'signInSuccess') {
      deps.dispatch({ type: 'refreshToken', token: known.token, decodedToken: known.decodedToken });
    }
  }

  void deps.stored().then((stored) => {
    if (!over) stop = keepFresh(deps.client, stored, { now: deps.now, onOutcome });
  });
  return () => {
    over = true;
    stop();
  };
}

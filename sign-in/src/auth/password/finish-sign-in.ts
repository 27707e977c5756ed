/** Finishes a sign-in whose answer has tokens. Loaded when a sign-in begins. */
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import type { providerEndpoints } from '@app/contract/calls/provider-endpoints.ts';
import { sessionEndpoints } from '@app/contract/calls/session-endpoints.ts';
import type { Tokens } from '@app/contract/tokens/tokens.ts';
import { decodeIdToken } from '@app/session/tokens/id-token.ts';

import type { TextKey } from '#i18n/use-texts.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { beginCodeStep } from '#auth/password/sign-in.ts';
import { failWith, type SignInStep } from '#auth/sign-in-failure.ts';

/**
 * Stores the tokens and notifies the other tabs. Shows an error if the browser does not store them.
 *
 * @param typed what was typed last; another method than the password has nothing typed
 */
export async function finishSignIn(
  deps: AuthDeps,
  tokens: Tokens,
  typed: AuthDeps['memory']['typed'] = 'password',
): Promise<SignInStep> {
  const { authStrategy } = tokens;
  const claims = decodeIdToken(tokens.idToken);
  if (!claims) return failWith(deps, 'errors.credentials', authStrategy);
  const values = await deps.stored().catch(() => undefined);
  if (!values) return failWith(deps, 'errors.network', authStrategy);
  const replaced = values.readSession()?.refreshToken;
  const stored = values.saveTokens(tokens, deps.platform);
  if (!stored.ok) return failWith(deps, wordsOfUnwritten(stored.reason), authStrategy);
  // The session before has no other owner: it would stay signed in until it expires.
  if (replaced !== undefined && replaced !== tokens.refreshToken)
    void deps.client.call(sessionEndpoints.revokeTokens, { body: { refreshToken: replaced } });
  deps.memory.accessToken = tokens.accessToken;
  deps.memory.typed = authStrategy === 'password' ? typed : 'nothing';
  deps.challenge.clear();
  deps.dispatch({
    type: 'signInSuccess',
    token: tokens.idToken,
    decodedToken: claims,
    strategy: authStrategy,
  });
  deps.otherTabs.announce('signedIn');
  return { to: 'done' };
}

/** Finishes the sign-in of a provider, or opens the code step that it leads to. */
export const finishProvider = (
  deps: AuthDeps,
  answer: AnswerOf<typeof providerEndpoints.signInWithGoogle>,
): Promise<SignInStep> | SignInStep =>
  'challenge' in answer ? beginCodeStep(deps, answer.email, answer.challenge) : finishSignIn(deps, answer);

/** The text about values that the browser did not store. */
export const wordsOfUnwritten = (reason: 'refused' | 'tooLarge'): TextKey =>
  reason === 'refused' ? 'errors.notStored' : 'errors.unknown';

/**
 * Google sign-in (spec §4; requirements §4 "Google"): our own button opens the issuer's page, which sends the browser
 * back to `/login#id_token=…` (OpenID Connect, implicit flow). No third-party script runs here. No React.
 */
import { providerEndpoints } from '@app/contract/calls/provider-endpoints.ts';
import { raiseStep } from '@app/session/log/log-calls.ts';
import { claimsOf } from '@app/session/tokens/id-token.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { finishProvider } from '#auth/password/finish-sign-in.ts';
import { riskDataOf } from '#auth/password/risk-data.ts';
import { asksAgain } from '#auth/address.tsx';
import { storeAttempt, leaveFor, randomValue, takeAttempt, type ProviderReturn } from './provider-attempt.ts';
import { fail, failWith, type SignInStep } from '#auth/sign-in-failure.ts';

/** Opens the issuer's page. Resolves if that fails, or if the back/forward cache restores this page. */
export async function leaveForGoogle(deps: AuthDeps): Promise<void> {
  const { google, publicUrl } = deps.config;
  if (!google) return;
  raiseStep('google.init');
  const attempted = { state: randomValue(), nonce: randomValue() };
  if (!storeAttempt('google', attempted)) {
    failWith(deps, 'errors.notStored', 'google');
    return;
  }
  const address = new URL(google.authorizeUrl);
  const asked = {
    client_id: google.clientId,
    redirect_uri: `${publicUrl}/login`,
    response_type: 'id_token',
    scope: 'openid email',
    ...attempted,
    // The issuer must ask the person, and not go by an earlier sign-in (OpenID Connect Core §3.1.2.1).
    ...(asksAgain(location.search) && { prompt: 'login', max_age: '0' }),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  await leaveFor(address.href);
}

/**
 * Compares Google's return with the attempt of this tab and ends the attempt. The service is called only with a token
 * of this attempt, not with that of another person's sign-in or another page. A missing token or one of another attempt
 * is a credentials error (spec §4).
 */
export function googleReturn(fragment: URLSearchParams): ProviderReturn {
  const { state, nonce } = takeAttempt('google');
  const idToken = fragment.get('id_token');
  if (!idToken || !state || fragment.get('state') !== state) return {};
  const claims = claimsOf(idToken) as
    { readonly nonce?: unknown; readonly email?: unknown } | null | undefined;
  if (!nonce || claims?.nonce !== nonce) return {};
  const goOn = async (deps: AuthDeps): Promise<SignInStep> => {
    const outcome = await callIdempotently(
      deps,
      providerEndpoints.signInWithGoogle,
      { asked: idToken },
      async () => ({ idToken, contextData: await riskDataOf(deps), clientType: deps.clientType }),
    );
    return outcome.ok ? finishProvider(deps, outcome.answer) : fail(deps, outcome.failure, 'google');
  };
  return { goOn, email: typeof claims.email === 'string' ? claims.email : undefined };
}

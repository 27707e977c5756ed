/**
 * Single sign-on (spec §4; requirements §4 "SSO"): a work email opens the service's start address of its company, which
 * redirects to the company's identity provider, and the provider returns to `/login/sso?code=…`. No React.
 */
import { email } from '@app/contract/fields/fields.ts';
import { providerEndpoints } from '@app/contract/calls/provider-endpoints.ts';
import * as v from 'valibot';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { finishProvider, wordsOfUnwritten } from '#auth/password/finish-sign-in.ts';
import { riskDataOf } from '#auth/password/risk-data.ts';
import { asksAgain } from '#auth/address.tsx';
import {
  asksFreshly,
  base64url,
  hasAttempt,
  storeAttempt,
  storeInHistory,
  leaveFor,
  randomValue,
  takeAttempt,
  type ProviderReturn,
} from './provider-attempt.ts';
import { fail, failWith, type SignInStep } from '#auth/sign-in-failure.ts';

/**
 * Whether the address in the field belongs to a company that uses single sign-on. Only its domain is sent, once for
 * each domain. False for a text that is not an address and when the call fails: only the offer of single sign-on
 * depends on it. If the field has changed in the meantime, its new address is looked up.
 */
export async function isSsoAddress(
  deps: Pick<AuthDeps, 'client' | 'memory'>,
  field: HTMLInputElement,
): Promise<boolean> {
  const { ssoDomains } = deps.memory;
  const typed = field.value;
  const { success, output } = v.safeParse(email, typed);
  if (!success) return false;
  const domain = output.slice(output.indexOf('@') + 1);
  const answer =
    ssoDomains.get(domain) ??
    deps.client.call(providerEndpoints.checkSsoDomain, { body: { domain } }).then((outcome) => {
      if (!outcome.ok) ssoDomains.delete(domain);
      return outcome.ok && outcome.answer.sso;
    });
  ssoDomains.set(domain, answer);
  const is = await answer;
  return field.value === typed ? is : isSsoAddress(deps, field);
}

/** Opens the company's sign-in page. Resolves if that fails, or if the back/forward cache restores this page. */
export async function startSso(deps: AuthDeps, workEmail: string): Promise<SignInStep | undefined> {
  deps.dispatch({ type: 'signIn' });
  const outcome = await deps.client.call(providerEndpoints.startSso, { body: { email: workEmail } });
  if (!outcome.ok) return fail(deps, outcome.failure, 'saml', ['email']);
  return leaveForCompany(deps, outcome.answer, { email: workEmail });
}

/**
 * The same for the company that the address of the page names: a bookmark, or a provider's tile, whose own answer was
 * dropped. The attempt is this tab's like any other (threat C7).
 *
 * @param unasked the page was opened because of an answer that nobody had asked for. A second one in a row ends with
 * words: a provider that answers no request would go round for ever.
 */
export async function startSsoOf(
  deps: AuthDeps,
  companyId: string,
  unasked: boolean,
  supportCode: string | undefined,
): Promise<SignInStep | undefined> {
  if (unasked && takeAttempt('sso')['unasked'] === '1')
    return failWith(deps, 'errors.credentials', 'saml', { advice: 'sso.tile', supportCode });
  deps.dispatch({ type: 'signIn' });
  const outcome = await deps.client.call(providerEndpoints.startCompanySso, { body: { companyId } });
  if (outcome.ok) return leaveForCompany(deps, outcome.answer, unasked ? { unasked: '1' } : {});
  return outcome.failure.kind === 'ssoNotConfigured'
    ? failWith(deps, 'errors.credentials', 'saml', { advice: 'sso.notConfigured' })
    : fail(deps, outcome.failure, 'saml');
}

async function leaveForCompany(
  deps: AuthDeps,
  {
    url,
    logoutUrl,
    flow,
    scope,
  }: { url: string; logoutUrl: string; flow?: string | undefined; scope?: string | undefined },
  about: Readonly<Record<string, string>>,
): Promise<SignInStep | undefined> {
  const address = startAddress(url, deps.config);
  if (!address) return failWith(deps, 'errors.unknown', 'saml');

  const query = new URLSearchParams(location.search);
  const values = await deps.stored().catch(() => undefined);
  if (!values) return failWith(deps, 'errors.network', 'saml');
  const remembered = values.storeSamlStart({
    logoutUrl,
    flow: flow ?? query.get('flow') ?? undefined,
    scope: scope ?? query.get('scope') ?? undefined,
  });
  if (!remembered.ok) return failWith(deps, wordsOfUnwritten(remembered.reason), 'saml');

  const state = randomValue();
  const codeVerifier = randomValue();
  const redirectUrl = `${deps.config.publicUrl}/login/sso?state=${state}`;
  if (!storeAttempt('sso', { state, codeVerifier, redirectUrl, ...about }))
    return failWith(deps, 'errors.notStored', 'saml');
  const challenge = await challengeOf(codeVerifier).catch(() => undefined);
  if (!challenge) return failWith(deps, 'errors.unknown', 'saml');
  address.searchParams.set('redirect_uri', redirectUrl);
  address.searchParams.set('code_challenge', challenge);
  if (asksAgain(location.search) || asksFreshly()) address.searchParams.set('force_authn', 'true');
  storeInHistory({ left: true });
  await leaveFor(address.href);
  // The person came back with the browser's back button: restore the state before the attempt.
  deps.dispatch({ type: 'signOut' });
  return undefined;
}

/**
 * Whether the form is open again without a return: its history entry was left for the company's page, which did not open
 * or which the person left.
 */
export const cameBackWithoutAnswer = (): boolean =>
  (history.state as { left?: boolean } | null)?.left === true && hasAttempt('sso');

/** Makes the message appear once: removes the mark from the history entry. */
export const clearLeft = (): void => storeInHistory({ left: false });

/**
 * Compares the service's return with the attempt of this tab and ends the attempt: the code of another browser's attempt
 * signs nobody in here (threat C7).
 */
export function ssoReturn(query: URLSearchParams): ProviderReturn {
  const { state, codeVerifier, redirectUrl, email: kept } = takeAttempt('sso');
  const workEmail = typeof kept === 'string' ? kept : undefined;
  const code = query.get('code');
  if (!code || !state || query.get('state') !== state) return { email: workEmail };
  if (typeof codeVerifier !== 'string' || typeof redirectUrl !== 'string') return { email: workEmail };
  const goOn = async (deps: AuthDeps): Promise<SignInStep> => {
    const outcome = await callIdempotently(
      deps,
      providerEndpoints.signInWithSsoCode,
      { asked: code },
      async () => ({
        code,
        redirectUrl,
        codeVerifier,
        contextData: await riskDataOf(deps),
        clientType: deps.clientType,
      }),
    );
    if (outcome.ok) asksFreshly(true);
    if (outcome.ok) return finishProvider(deps, outcome.answer);
    // The person did not type this code: a message about a wrong code would make them look for an email.
    if (outcome.failure.kind === 'invalidCode') return refuseSso(deps);
    return fail(deps, outcome.failure, 'saml');
  };
  return { goOn, email: workEmail };
}

/** Shows the credentials error of the SSO strategy (spec §2) for an invalid return, with advice to begin again. */
export const refuseSso = (deps: AuthDeps): SignInStep =>
  failWith(deps, 'errors.credentials', 'saml', { advice: 'sso.expired' });

/** The start address, if it is the service's own: the address with a challenge is sent nowhere else (threat D1). */
function startAddress(
  url: string,
  { authUrl, publicUrl }: Pick<AuthDeps['config'], 'authUrl' | 'publicUrl'>,
): URL | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || address.username || address.password || !/^https?:$/.test(address.protocol))
    return undefined;
  const own = [authUrl, publicUrl].filter((each) => URL.canParse(each)).map((each) => new URL(each).origin);
  return own.includes(address.origin) ? address : undefined;
}

/** RFC 7636 §4.2, method S256. Rejects on a page where the browser withholds Web Crypto: plain http. */
async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return base64url(new Uint8Array(digest));
}

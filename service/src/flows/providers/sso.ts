/** Single sign-on (spec §4; requirements §4 "SSO"): where it starts, and the code with which it comes back. */
import { strategyMessages } from '@app/contract/calls/refusals.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { isVerifierOf } from '#security/tokens/pkce.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { domainOf } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { findCompanyOfDomain } from '#store/accounts/saml-configurations.ts';
import { insertProviderSession } from '#store/sessions/saml-sessions.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { consumeSsoCode, findSsoCode, type SsoCode, voidSsoCode } from '#store/sign-in/sso.ts';

import { ssoDomainChecks, ssoStarts } from '#rate-limits/rate-limits.ts';
import { countUses } from '#rate-limits/reservations.ts';
import { createSession } from '#sessions/create-session.ts';

/**
 * The start address of the company that claimed the domain. Nothing but the domain is looked at, so answer and time are
 * alike whether or not the address has an account.
 */
export const startSso: Flow<'startSso'> = async ({ email }, call, deps) => {
  await countUses(ssoStarts(call.client), deps, deps.clock());
  const start = await startOf(domainOf(email), deps);
  if (start === undefined) throw new Refusal('ssoNotConfigured');
  // The token stays in the browser and names the session when it logs out; the way there carries its hash alone.
  const token = newHandle();
  const hash = hashHandle(token).toString('base64url');
  return { url: `${start.login}?logout=${hash}`, logoutUrl: `${start.logout}?logout_token=${token}` };
};

/** Whether the domain's people can start a single sign-on. It tells no more than `startSso` does. */
export const checkSsoDomain: Flow<'checkSsoDomain'> = async ({ domain }, call, deps) => {
  await countUses(ssoDomainChecks(call.client), deps, deps.clock());
  return { sso: (await startOf(domain, deps)) !== undefined };
};

/** Where the people of a domain start; undefined for one that nobody claimed for SSO. */
async function startOf(domain: string, deps: Deps): Promise<{ login: string; logout: string } | undefined> {
  const company = await findCompanyOfDomain(deps.store.relaxed, domain);
  if (company === undefined || deps.keys.saml === undefined) return undefined;
  return samlAddresses(deps.settings.publicUrl, company.companyId);
}

/**
 * Tokens for a code, once, within 60 seconds, from the browser that asked for it: it knows the address with the `state`
 * of its attempt, and the verifier (threat C7). Whoever brings the code without these uses it up too: it has been seen
 * by somebody else, and its owner can sign in again.
 */
export const signInWithSsoCode: Flow<'signInWithSsoCode'> = async (body, call, deps) => {
  const now = deps.clock();
  const hash = hashHandle(body.code);
  const found = await findSsoCode(deps.store.relaxed, hash);
  if (found === undefined || found.used || found.expiresAt <= now) throw new Refusal('invalidCode');
  const bound =
    body.redirectUrl === found.redirectUri && isVerifierOf(found.codeChallenge, body.codeVerifier);
  if (!bound) {
    await voidSsoCode(deps.store.durable, hash, now);
    call.log.warn({ step: 'sso.code' }, 'a code of single sign-on came from another attempt');
    throw new Refusal('invalidCode');
  }
  const { account } = found;
  if (account.status === 'active' && account.method === 'saml') return signIn(hash, found, call, deps, now);
  const mine = await voidSsoCode(deps.store.durable, hash, now);
  if (!mine || account.status !== 'active') throw new Refusal('invalidCode');
  // That the company's provider vouches for the address is proof enough to name its method, whatever the settings say.
  throw new Refusal('strategy', { message: strategyMessages[account.method] });
};

async function signIn(hash: Buffer, found: SsoCode, call: Call, deps: Deps, now: number) {
  const { account } = found;
  const { answer, session } = newSession(account, { strategy: 'saml' }, call, deps, now, (tokens) => tokens);
  const opened = await changedInOneStatement(deps.store.durable, 'code', {
    code: consumeSsoCode(hash, found, now),
    ...openSession(session, after('code')),
    providerSession: insertProviderSession,
  });
  if (!opened) throw new Refusal('invalidCode');
  return answer;
}

/** Starts a single sign-on and exchanges its code for tokens (spec §4; requirements §4 "SSO"). */
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { isVerifierOf, hashHandle, newHandle } from '#security/tokens/handles.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { domainOf } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { findCompanyOfDomain, findProviderInUse } from '#store/accounts/saml-configurations.ts';
import { insertProviderSession } from '#store/sessions/saml-sessions.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { challengeOfSso } from '#store/sign-in/challenges.ts';
import { consumeSsoCode, findSsoCode, type SsoCode, voidSsoCode } from '#store/sign-in/sso-codes.ts';

import { ssoDomainChecks, ssoStarts } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';
import { readRiskData } from '#sessions/risk-data.ts';
import { tellOfAndKnowDevice } from '#flows/sign-in/new-device.ts';
import { openProviderChallenge, providerStepOf } from '#flows/sign-in/second-step.ts';
import { sealStartedBy } from './started-by.ts';

/**
 * The start address of the company that claimed the domain. It looks only at the domain, so answer and time are the same
 * with and without an account. Throws `Refusal('ssoNotConfigured')`.
 */
export const startSso: Flow<'startSso'> = async ({ email }, call, deps) => {
  const companyId = await companyOf(domainOf(email), deps);
  if (companyId === undefined) return refuseStart(call, deps);
  const { url, logoutUrl } = newStart(companyId, deps);
  return { url: `${url}&by=${sealStartedBy(deps.keys, companyId, email)}`, logoutUrl };
};

/**
 * The same for a company that the page names, where its person has typed no address (`company-start.ts`). Throws
 * `Refusal('ssoNotConfigured')`.
 */
export const startCompanySso: Flow<'startCompanySso'> = async ({ companyId }, call, deps) => {
  const provider = await findProviderInUse(deps.store.relaxed, companyId);
  if (provider === undefined || deps.keys.saml === undefined) return refuseStart(call, deps);
  return newStart(provider.companyId, deps);
};

/** Counts only failed starts, so that a neighbour who fills the limit keeps nobody from their provider. */
async function refuseStart(call: Call, deps: Deps): Promise<never> {
  await countTries(ssoStarts(call.client), deps, deps.clock());
  throw new Refusal('ssoNotConfigured');
}

/** The start address, and the logout address with a token that stays in the browser: the former has only its hash. */
function newStart(companyId: string, deps: Deps): { url: string; logoutUrl: string } {
  const { login, logout } = samlAddresses(deps.settings.publicUrl, companyId);
  const token = newHandle();
  const hash = hashHandle(token).toString('base64url');
  return { url: `${login}?logout=${hash}`, logoutUrl: `${logout}?logout_token=${token}` };
}

/** Whether the domain has single sign-on. It reveals no more than `startSso`. */
export const checkSsoDomain: Flow<'checkSsoDomain'> = async ({ domain }, call, deps) => {
  const sso = (await companyOf(domain, deps)) !== undefined;
  if (!sso) await countTries(ssoDomainChecks(call.client), deps, deps.clock());
  return { sso };
};

/** The company whose people sign in by SSO with an address of the domain. */
const companyOf = async (domain: string, deps: Deps): Promise<string | undefined> =>
  deps.keys.saml && (await findCompanyOfDomain(deps.store.relaxed, domain))?.companyId;

/**
 * Exchanges a code for tokens, once, within 60 seconds, for the browser that started the attempt: it knows the redirect
 * address with its `state`, and the verifier (threat C7). A call without these consumes the code too: someone else has
 * seen it, and its owner can sign in again. Throws `Refusal('invalidCode')` and `Refusal('strategy')`.
 */
export const signInWithSsoCode: Flow<'signInWithSsoCode'> = async (body, call, deps) => {
  const now = deps.clock();
  const hash = hashHandle(body.code);
  const found = await findSsoCode(deps.store.relaxed, hash);
  if (found === undefined) throw new Refusal('invalidCode', because('ssoCodeUnknown'));
  const { account } = found;
  const known = { accountId: account.id };
  if (found.used) throw new Refusal('invalidCode', because('ssoCodeUsed', known));
  if (found.expiresAt <= now) throw new Refusal('invalidCode', because('ssoCodeExpired', known));
  const bound =
    body.redirectUrl === found.redirectUri && isVerifierOf(found.codeChallenge, body.codeVerifier);
  if (!bound) {
    await voidSsoCode(deps.store.durable, hash, now);
    call.log.warn(
      { category: 'authentication', step: 'sso.code' },
      'a code of single sign-on came from another attempt',
    );
    throw new Refusal('invalidCode', because('ssoCodeOtherBrowser', known));
  }
  if (account.status === 'active' && account.method === 'saml')
    return signIn({ hash, found, risk: readRiskData(body.contextData, deps), call, deps, now });
  const mine = await voidSsoCode(deps.store.durable, hash, now);
  if (account.status !== 'active') throw new Refusal('invalidCode', because(account.status, known));
  if (!mine) throw new Refusal('invalidCode', because('ssoCodeUsed', known));
  // The company's provider vouches for the address, so the refusal may name its method, whatever the settings say.
  throw new Refusal('strategy', {
    message: strategyMessages[account.method],
    ...because('otherMethod', known),
  });
};

async function signIn({
  hash,
  found,
  risk,
  call,
  deps,
  now,
}: {
  readonly hash: Buffer;
  readonly found: SsoCode;
  readonly risk: ReturnType<typeof readRiskData>;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}): Promise<WireAnswer<'signInWithSsoCode'>> {
  const { account, authenticatedAt, twoSteps, providerStep: when } = found;
  const { device } = risk;
  const code = consumeSsoCode(hash, found, now);
  const used = (): Refusal => new Refusal('invalidCode', because('ssoCodeUsed', { accountId: account.id }));
  const step = await providerStepOf({ account, device, when, twoSteps }, deps, now);
  if (step !== undefined) {
    const provider = {
      asked: challengeOfSso({ strategy: 'saml', authenticatedAt }),
      onlyIf: after('code'),
      consumed: { code },
    };
    const challenge = await openProviderChallenge({ account, found: step, risk, provider, call, deps, now });
    if (challenge === undefined) throw used();
    return challenge;
  }
  const { answer, session } = createSession(
    { account, strategy: 'saml', authenticatedAt, call, deps, now },
    (tokens) => tokens,
  );
  const told = tellOfAndKnowDevice({ account, device }, call, deps, now);
  const opened = await changedInOneStatement(deps.store.durable, 'code', {
    code,
    ...openSession(session, after('code')),
    ...told,
    providerSession: insertProviderSession,
  });
  if (!opened) throw used();
  deps.metrics.signedIn({ method: 'saml', outcome: 'success' });
  if (told.newDeviceMail) deps.wakeMailWorker();
  return answer;
}

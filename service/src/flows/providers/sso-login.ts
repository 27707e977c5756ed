/**
 * The SAML steps of a single sign-on (requirements §4 "SSO"; threats C1 to C10): sends a signed request to the company's
 * identity provider, verifies its response, and returns to the app with a code. Each step returns the next redirect.
 */
import { randomUUID } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { newRequestId, sendAuthnRequest } from '#security/saml/authn-request.ts';
import type { Sent } from '#security/saml/binding.ts';
import { decryptionKeysOf } from '#security/saml/keys.ts';
import { type SamlIdentity, verifySamlResponse } from '#security/saml/response.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { canBeCompanyId, findProviderInUse } from '#store/accounts/saml-configurations.ts';
import { consumeSamlAnswer, findAccountOfProvider } from '#store/sign-in/saml-answers.ts';
import { findSamlRequest, insertSamlRequest, type SamlRequest } from '#store/sign-in/saml-requests.ts';
import type { AccountNow } from '#store/sign-in/sso-codes.ts';
import { countTry } from '#store/sign-in/throttles.ts';

import { samlReason } from '#security/saml/refusal-words.ts';
import { refusedAnswers, ssoLogins } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { finishSamlTest } from '#flows/dashboard/single-sign-on/saml-test.ts';
import { restartUnasked } from './company-start.ts';
import { isLoginReturn } from './sso-redirect.ts';
import { refused, type Why, whyUnknown, withParameter } from './sso-refusal.ts';
import { openStartedBy, startedByIn } from './started-by.ts';
import { warnOfCertificateExpiry } from '#security/saml/certificates.ts';

/** The parameters that the app adds to the start address. */
export interface SsoAttempt {
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  /** Only S256 is supported; it is also the default. */
  readonly codeChallengeMethod: string | undefined;
  /** SHA-256 of the token in the logout address, base64url: it identifies the session at logout. */
  readonly logoutToken?: string | undefined;
  /** The provider must ask the person: the dashboard confirms a sign-in that is not recent (requirements §5). */
  readonly forceAuthn?: boolean;
  /** The address that was typed at the start, sealed (`started-by.ts`). */
  readonly startedBy?: string | undefined;
}

/** The form that an identity provider's page posts. */
export interface SsoAnswer {
  readonly samlResponse: string | undefined;
  readonly relayState: string | undefined;
}

/** RFC 7636 §4.2. */
const challenge = /^[\w.~-]{43,128}$/;
const sha256 = /^[\w-]{43}$/;
const relayState = /^[\w-]{43}$/;

/**
 * Returns the way to the provider with a signed request. An attempt with a foreign redirect target ends on our own login
 * page with an error: the service never redirects to an unchecked address.
 */
export async function beginSsoLogin(
  companyId: string,
  attempt: SsoAttempt,
  call: Call,
  deps: Deps,
): Promise<Sent> {
  const now = deps.clock();
  const { redirectUri, codeChallenge, codeChallengeMethod, logoutToken = '' } = attempt;
  const startedBy = startedByIn(attempt.startedBy);
  const from = {
    step: 'sso.init',
    address: 'login',
    ...(canBeCompanyId(companyId) && { ofCompany: companyId }),
    email: openStartedBy(deps.keys, companyId, startedBy),
  } as const;
  if (!isLoginReturn(redirectUri, deps.settings))
    return { to: refused(from, 'sso-error', ['samlBadStart', 'no way back'], { call, deps }) };
  const at = { ...from, redirectUri };
  // Counts only failed starts, so that a neighbour who fills the limit keeps nobody from their provider.
  const refuse = async (error: SsoErrorValue, why: Why): Promise<Sent> => {
    await countTries(ssoLogins(call.client), deps, now);
    return { to: refused(at, error, why, { call, deps }) };
  };
  // Without the proof of an attempt the link is not our page's, and must not lead to an address that a company set.
  if (codeChallenge === undefined || !challenge.test(codeChallenge))
    return refuse('sso-error', ['samlBadStart', 'not a code challenge']);
  if (codeChallengeMethod !== undefined && codeChallengeMethod !== 'S256')
    return refuse('sso-error', ['samlBadStart', 'another challenge method']);

  const { saml } = deps.keys;
  const configuration = await findProviderInUse(deps.store.relaxed, companyId);
  if (configuration === undefined || saml === undefined)
    return refuse('sso-not-configured', ['samlNotConfigured', 'no provider or no key']);
  const handle = newHandle();
  const id = newRequestId();
  await insertSamlRequest(deps.store.relaxed, {
    id,
    companyId,
    relayState: hashHandle(handle),
    redirectUri,
    codeChallenge,
    logoutToken: sha256.test(logoutToken) ? Buffer.from(logoutToken, 'base64url') : undefined,
    startedBy,
    now,
    expiresAt: now + limits.ssoRequestLifetime,
  });
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, configuration.companyId);
  return sendAuthnRequest(
    {
      id,
      provider: configuration,
      spEntityId: entityId,
      acsUrl: acs,
      relayState: handle,
      forceAuthn: attempt.forceAuthn === true,
      now,
    },
    saml,
  );
}

/**
 * Verifies the provider's response and returns the app's address with a code or an error. A refused response does not
 * consume its request, so a forged one does not end a running attempt.
 */
export async function finishSsoLogin(
  companyId: string,
  posted: SsoAnswer,
  call: Call,
  deps: Deps,
): Promise<string> {
  const now = deps.clock();
  const handle = posted.relayState ?? '';
  const hash = hashHandle(handle);
  const counters = refusedAnswers(hash.toString('base64url'));
  const request =
    relayState.test(handle) && canBeCompanyId(companyId)
      ? await findSamlRequest(deps.store.relaxed, { relayState: hash, companyId }, counters, now)
      : undefined;
  if (request === undefined) {
    const posting = { samlResponse: posted.samlResponse, relayState: hash };
    const result = canBeCompanyId(companyId)
      ? await finishSamlTest(companyId.toLowerCase(), posting, call, deps)
      : undefined;
    return result ?? restartUnasked(companyId, call, deps);
  }
  const at = {
    step: 'sso.code',
    address: 'acs',
    companyId,
    ofCompany: companyId,
    redirectUri: request.redirectUri,
    email: openStartedBy(deps.keys, companyId, request.startedBy),
  } as const;
  if (request.used || request.expiresAt <= now)
    return refused(
      at,
      'sso-expired',
      request.used ? ['samlRequestUsed', 'request used'] : ['samlRequestExpired', 'request expired'],
      { call, deps },
    );

  const { saml } = deps.keys;
  const configuration = await findProviderInUse(deps.store.relaxed, companyId);
  if (configuration === undefined || saml === undefined)
    return refused(at, 'sso-not-configured', ['samlNotConfigured', 'no provider or no key'], { call, deps });
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, configuration.companyId);
  warnOfCertificateExpiry(configuration, call.log, now);
  const verdict = await verifySamlResponse(posted.samlResponse ?? '', {
    configuration,
    requestId: request.id,
    acsUrl: acs,
    spEntityId: entityId,
    decryptionKeys: decryptionKeysOf(saml),
    now,
    flooded: request.flooded,
  });
  if (verdict.ok) return acceptResponse({ companyId, request, identity: verdict.identity }, call, deps, now);
  // While a counter is full nothing is written: a flood must cost as little as possible. A person who was refused by the
  // provider has forged nothing.
  if (!request.flooded && verdict.error !== 'sso-denied') await countTry(deps.store.relaxed, counters, now);
  return refused(at, verdict.error, [samlReason(verdict), verdict.reason], { call, deps });
}

/** Consumes a verified response and returns the redirect with a code, or with the error. */
async function acceptResponse(
  {
    companyId,
    request,
    identity,
  }: { readonly companyId: string; readonly request: SamlRequest; readonly identity: SamlIdentity },
  call: Call,
  deps: Deps,
  now: number,
): Promise<string> {
  const { redirectUri } = request;
  const at = {
    step: 'sso.code',
    address: 'acs',
    companyId,
    ofCompany: companyId,
    redirectUri,
    email: identity.email,
  } as const;
  const { client, platform } = call;
  const found = await findAccountOfProvider(deps.store.relaxed, companyId, identity.email);
  const of = found && canFinishSso(found) ? found : undefined;
  const invited = of?.account.status === 'unconfirmed';
  const code = newHandle();
  const consumed = await consumeSamlAnswer(deps.store.durable, {
    requestId: request.id,
    issuer: identity.issuer,
    assertionId: identity.assertionId,
    usableUntil: identity.usableUntil,
    now,
    code: of && {
      hash: hashHandle(code),
      expiresAt: now + limits.ssoCodeLifetime,
      of,
      session: { issuer: identity.issuer, ...identity.session },
      authenticatedAt: identity.authenticatedAt,
      twoSteps: identity.twoSteps,
    },
    activation: invited
      ? {
          eventId: randomUUID(),
          accountId: of.account.id,
          kind: 'invitationAccepted',
          client,
          platform,
          at: now,
        }
      : undefined,
  });
  if (!consumed) return refused(at, 'sso-expired', ['samlAnswerUsed', 'answer used'], { call, deps });
  if (of === undefined) return refused(at, 'sso-unknown-user', whyUnknown(found?.account), { call, deps });
  call.log.info(
    { category: 'authentication', step: 'sso.code', address: 'acs', companyId, outcome: 'code' },
    'an answer of a provider was taken',
  );
  return withParameter(redirectUri, 'code', code);
}

/**
 * Active accounts, also with another method, so that the exchange of the code can name it. An invited account with the
 * method SAML needs no password: the sign-in at its company's provider accepts the invitation.
 */
const canFinishSso = ({ account: { status, method } }: AccountNow): boolean =>
  status === 'active' || (status === 'unconfirmed' && method === 'saml');

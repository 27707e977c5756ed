/**
 * The SAML steps of a single sign-on (requirements §4 "SSO"; threats C1 to C10): sends a signed request to the company's
 * identity provider, verifies its response, and returns to the app with a code. Each step returns the next redirect.
 */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { authnRequestUrl, newRequestId } from '#security/saml/authn-request.ts';
import { type SamlIdentity, verifySamlResponse } from '#security/saml/response.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { canBeCompanyId, findProviderInUse } from '#store/accounts/saml-configurations.ts';
import {
  type AccountNow,
  insertSamlRequest,
  findAccountOfProvider,
  findSamlRequest,
  type SamlRequest,
  consumeSamlAnswer,
} from '#store/sign-in/sso.ts';
import { countUse } from '#store/sign-in/throttles.ts';

import { warnOfCertificateExpiry } from '#security/saml/certificate-expiry.ts';
import { refusedAnswers, ssoLogins } from '#rate-limits/rate-limits.ts';
import { countUses } from '#rate-limits/reservations.ts';
import { finishSamlTest } from '#flows/dashboard/single-sign-on/saml-test.ts';
import { isLoginReturn } from './sso-redirect.ts';

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
 * Returns the provider's address with a signed request. An attempt with a foreign redirect target ends on our own login
 * page with an error: the service never redirects to an unchecked address.
 */
export async function beginSsoLogin(
  companyId: string,
  attempt: SsoAttempt,
  call: Call,
  deps: Deps,
): Promise<string> {
  const now = deps.clock();
  const { redirectUri, codeChallenge, codeChallengeMethod, logoutToken = '' } = attempt;
  if (!isLoginReturn(redirectUri, deps.settings))
    return refused({ step: 'sso.login' }, 'sso-error', 'no way back', call);
  const at = { step: 'sso.login', redirectUri };
  await countUses(ssoLogins(call.client), deps, now);
  if (codeChallenge !== undefined && !challenge.test(codeChallenge))
    return refused(at, 'sso-error', 'not a code challenge', call);
  if (codeChallengeMethod !== undefined && codeChallengeMethod !== 'S256')
    return refused(at, 'sso-error', 'another challenge method', call);

  const { saml } = deps.keys;
  const configuration = await findProviderInUse(deps.store.relaxed, companyId);
  if (configuration === undefined || saml === undefined)
    return refused(at, 'sso-not-configured', 'no provider or no key', call);
  const handle = newHandle();
  const id = newRequestId();
  await insertSamlRequest(deps.store.relaxed, {
    id,
    companyId,
    relayState: hashHandle(handle),
    redirectUri,
    codeChallenge,
    logoutToken: sha256.test(logoutToken) ? Buffer.from(logoutToken, 'base64url') : undefined,
    now,
    expiresAt: now + limits.ssoRequestLifetime,
  });
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, configuration.companyId);
  return authnRequestUrl(
    {
      id,
      ssoUrl: configuration.ssoUrl,
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
  const counters = refusedAnswers(hash.toString('base64url'), call.client, companyId);
  const request =
    relayState.test(handle) && canBeCompanyId(companyId)
      ? await findSamlRequest(deps.store.relaxed, hash, companyId, counters, now)
      : undefined;
  if (request === undefined) {
    const posting = { samlResponse: posted.samlResponse, relayState: hash };
    const result = canBeCompanyId(companyId)
      ? await finishSamlTest(companyId.toLowerCase(), posting, call, deps)
      : undefined;
    // The service sent no such request: the provider or a stranger sent the response unasked.
    return result ?? refused({ step: 'sso.acs' }, 'sso-expired', 'no request', call);
  }
  const at = { step: 'sso.acs', companyId, redirectUri: request.redirectUri };
  if (request.used || request.expiresAt <= now)
    return refused(at, 'sso-expired', request.used ? 'request used' : 'request expired', call);

  const { saml } = deps.keys;
  const configuration = await findProviderInUse(deps.store.relaxed, companyId);
  if (configuration === undefined || saml === undefined)
    return refused(at, 'sso-not-configured', 'no provider or no key', call);
  const { entityId, acs } = samlAddresses(deps.settings.publicUrl, configuration.companyId);
  warnOfCertificateExpiry(configuration, call.log, now);
  const verdict = await verifySamlResponse(posted.samlResponse ?? '', {
    configuration,
    requestId: request.id,
    acsUrl: acs,
    spEntityId: entityId,
    decryptionKey: saml.privateKey,
    now,
    flooded: request.flooded,
  });
  if (verdict.ok) return acceptResponse({ companyId, request, identity: verdict.identity }, call, deps, now);
  // While a counter is full nothing is written: a flood must cost as little as possible.
  if (!request.flooded) await countUse(deps.store.relaxed, counters, now);
  return refused(at, verdict.error, verdict.reason, call);
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
  const at = { step: 'sso.acs', companyId, redirectUri };
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
  if (!consumed) return refused(at, 'sso-expired', 'answer used', call);
  if (of === undefined)
    return refused(at, 'sso-unknown-user', found ? `account is ${found.account.status}` : 'no account', call);
  call.log.info({ step: 'sso.acs', companyId, outcome: 'code' }, 'an answer of a provider was taken');
  return withParameter(redirectUri, 'code', code);
}

/**
 * Active accounts, also with another method, so that the exchange of the code can name it. An invited account with the
 * method SAML needs no password: the sign-in at its company's provider accepts the invitation.
 */
const canFinishSso = ({ account: { status, method } }: AccountNow): boolean =>
  status === 'active' || (status === 'unconfirmed' && method === 'saml');

/** The redirect with the error. Logs the reason, without the person. */
function refused(at: AttemptLog, error: SsoErrorValue, reason: string, call: Call): string {
  const { redirectUri = '/login', ...where } = at;
  call.log.info({ ...where, outcome: error, reason }, 'an attempt at single sign-on was refused');
  return withParameter(redirectUri, 'error', error);
}

/** Log fields of an attempt. `companyId` is set only for a known company. */
interface AttemptLog {
  readonly step: string;
  readonly companyId?: string;
  /** The checked redirect target; without one our own login page. */
  readonly redirectUri?: string;
}

/** Appends to the exact text of an address without a fragment; the values need no escaping. */
const withParameter = (address: string, name: 'code' | 'error', value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;

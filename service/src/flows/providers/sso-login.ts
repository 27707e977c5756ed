/**
 * The way through a company's identity provider (requirements §4 "SSO"; threats C1 to C10): a signed request out, its
 * answer in, and back to the app with a code. Each step answers with the address to go to next.
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
import { isLoginReturn } from './sso-return.ts';

/** What the app adds to the start address. */
export interface SsoAttempt {
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  /** Only S256 is known, which is also what is meant without one. */
  readonly codeChallengeMethod: string | undefined;
  /** SHA-256 of the token in the logout address, base64url: how the session is known again when it logs out. */
  readonly logoutToken?: string | undefined;
}

/** What an identity provider's page posts. */
export interface SsoAnswer {
  readonly samlResponse: string | undefined;
  readonly relayState: string | undefined;
}

/** RFC 7636 §4.2. */
const challenge = /^[\w.~-]{43,128}$/;
const sha256 = /^[\w-]{43}$/;
const relayState = /^[\w-]{43}$/;

/**
 * The provider's address with a signed request. An attempt whose way back is not ours is told so on our own login page:
 * nobody is sent to an address that was not checked.
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
    { id, ssoUrl: configuration.ssoUrl, spEntityId: entityId, acsUrl: acs, relayState: handle, now },
    saml,
  );
}

/**
 * The way back for an answer: with a code, or with the value of what went wrong. An answer that is refused leaves its
 * request as it is, so that junk in somebody's name does not end the attempt that is under way.
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
  // Nobody of ours asked: an answer that a provider, or a stranger, began by itself.
  if (request === undefined) return refused({ step: 'sso.acs' }, 'sso-expired', 'no request', call);
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
  if (verdict.ok) return takeAnswer(companyId, request, verdict.identity, call, deps, now);
  // While a counter is full nothing is written: the flood is not to cost more than it must.
  if (!request.flooded) await countUse(deps.store.relaxed, counters, now);
  return refused(at, verdict.error, verdict.reason, call);
}

async function takeAnswer(
  companyId: string,
  request: SamlRequest,
  identity: SamlIdentity,
  call: Call,
  deps: Deps,
  now: number,
): Promise<string> {
  const { redirectUri } = request;
  const at = { step: 'sso.acs', companyId, redirectUri };
  const { client, platform } = call;
  const found = await findAccountOfProvider(deps.store.relaxed, companyId, identity.email);
  const of = found && canComeBack(found) ? found : undefined;
  const invited = of?.account.status === 'unconfirmed';
  const code = newHandle();
  const taken = await consumeSamlAnswer(deps.store.durable, {
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
  if (!taken) return refused(at, 'sso-expired', 'answer used', call);
  if (of === undefined)
    return refused(at, 'sso-unknown-user', found ? `account is ${found.account.status}` : 'no account', call);
  call.log.info({ step: 'sso.acs', companyId, outcome: 'code' }, 'an answer of a provider was taken');
  return withParameter(redirectUri, 'code', code);
}

/**
 * Active accounts; those of another method too, so that the exchange of the code can name it. An invited one whose
 * method is SAML has no password to choose: that its company's provider knows the person accepts the invitation.
 */
const canFinishSso = ({ account: { status, method } }: AccountNow): boolean =>
  status === 'active' || (status === 'unconfirmed' && method === 'saml');

/** The way back with the error, and a line in the log that says why, and not of whom. */
function refused(at: Place, error: SsoErrorValue, reason: string, call: Call): string {
  const { redirectUri = '/login', ...where } = at;
  call.log.info({ ...where, outcome: error, reason }, 'an attempt at single sign-on was refused');
  return withParameter(redirectUri, 'error', error);
}

/** How far an attempt has come. The company is named once it is known to be one. */
interface Place {
  readonly step: string;
  readonly companyId?: string;
  /** Where it goes back to, once that is checked; else our own login page. */
  readonly redirectUri?: string;
}

/** Appended to the very letters of an address that has no fragment; the values are plain letters. */
const withParameter = (address: string, name: 'code' | 'error', value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;

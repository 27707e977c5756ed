/** Ends an attempt at single sign-on with an error: the redirect, its support code, and the reason for both logs. */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';
import { withSupportCode } from '@app/contract/fields/support-code.ts';

import { recordAttempt } from '#accounts/sign-in-attempt.ts';
import type { Call, Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';

/** Why a verified address has no account that can sign in, for the two logs. */
export const whyUnknown = (account: Account | undefined): Why =>
  account === undefined || account.status === 'active'
    ? ['unknownAccount', 'no account']
    : [account.status, `account is ${account.status}`];

/** The reason of the sign-in log, and the same more exactly. */
export type Why = readonly [reason: EventReason, detail: string];

/** The redirect with the error and its support code. Logs the reason. */
export function refused(
  at: AttemptLog,
  error: SsoErrorValue,
  why: Why,
  { call, deps }: { readonly call: Call; readonly deps: Deps },
): string {
  recordRefused(at, error, why, { call, deps });
  return withSupportCode(withParameter(at.redirectUri ?? '/login', 'error', error), call.requestId);
}

/** Logs the reason; the address is only in the sign-in log. */
export function recordRefused(
  { step, address, companyId, ofCompany, email }: AttemptLog,
  outcome: string,
  [reason, detail]: Why,
  { call, deps }: { readonly call: Call; readonly deps: Deps },
): void {
  call.log.info(
    { category: 'authentication', step, address, companyId, outcome, reason: detail },
    'an attempt at single sign-on was refused',
  );
  const whom = { ...(ofCompany && { companyId: ofCompany }), ...(email && { email }) };
  recordAttempt(
    { kind: 'signedIn', method: 'saml', outcome: 'refused', reason, detail, ...whom },
    call,
    deps,
  );
}

/** Log fields of an attempt. `companyId` is set only for a known company. */
export interface AttemptLog {
  /** The step of spec §4 that the address belongs to. */
  readonly step: 'sso.init' | 'sso.code';
  /** Our address below `/auth/v1/saml/{companyId}`. */
  readonly address: 'start' | 'login' | 'acs';
  readonly companyId?: string;
  /** The company of the path, known or not. */
  readonly ofCompany?: string;
  /** The checked redirect target; without one our own login page. */
  readonly redirectUri?: string;
  /** That of a verified response, else as it was typed at the start. */
  readonly email?: string | undefined;
}

/** Appends to the exact text of an address without a fragment; the values need no escaping. */
export const withParameter = (address: string, name: 'code' | 'error', value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;

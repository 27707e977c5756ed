/**
 * Whether an address may sign in by a method in a company: the one rule that every door asks (its test lists the doors).
 * A domain that a company verified is that company's: no other one gets a new account, address or method in it.
 */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Account, DomainClaim } from '#store/accounts/accounts.ts';

export interface SignInCase {
  /** Of the account; undefined: a new company, which a sign-up makes. */
  readonly companyId: string | undefined;
  readonly method: Strategy;
  /** The claim of the address's domain, if a company verified it. */
  readonly claim: DomainClaim | undefined;
  /** The account signs in so already, since before the domain was claimed. */
  readonly isEstablished?: boolean;
  /** The company requires single sign-on of this account. */
  readonly ssoRequired?: boolean;
  /** Another company took over the domain of the account's address. */
  readonly addressLost?: boolean | undefined;
}

/** Why not: `claimedElsewhere`, another company verified the domain, or took it over; the others are the company's own. */
export type WhyNotSoReason = 'claimedElsewhere' | 'outsideDomains' | 'ssoRequired' | 'ssoNotConfigured';

/** Returns why the address may not sign in so, or undefined if it may. */
export function whyNotSo({
  companyId,
  method,
  claim,
  isEstablished = false,
  ssoRequired = false,
  addressLost = false,
}: SignInCase): WhyNotSoReason | undefined {
  if (addressLost) return 'claimedElsewhere';
  const isElsewhere = claim !== undefined && claim.companyId !== companyId;
  // Without single sign-on the person of an address in the domain may still sign up their own company.
  const isClosed = isElsewhere && (companyId !== undefined || claim.method === 'saml');
  if (isClosed && !isEstablished) return 'claimedElsewhere';
  const isInside = claim !== undefined && !isElsewhere;
  // The provider has no such person, and a password would go round it.
  if (ssoRequired && !isInside) return 'outsideDomains';
  if (ssoRequired && method !== 'saml') return 'ssoRequired';
  if (method === 'saml' && !isInside) return 'ssoNotConfigured';
  return undefined;
}

/** The case of an account, which signs in by its method already unless nobody has confirmed it. */
export const caseOf = (
  { companyId, method, status, addressLost }: Account,
  claim: DomainClaim | undefined,
): SignInCase => ({ companyId, method, claim, addressLost, isEstablished: status !== 'unconfirmed' });

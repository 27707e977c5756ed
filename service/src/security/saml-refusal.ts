import type { SsoErrorValue } from '@app/contract/vocabulary.ts';

/**
 * Why a SAML answer is not taken: thrown where it is found out, and caught in `saml-response.ts`. `message` is for the
 * log. It is made of our own words alone and quotes nothing of the answer, so that no personal data gets into it.
 */
export class SamlRefusal extends Error {
  readonly value: SsoErrorValue;

  constructor(value: SsoErrorValue, reason: string) {
    super(reason);
    this.value = value;
  }
}

/** The answer is not what it has to be: by far the most refusals. */
export function invalid(reason: string): SamlRefusal {
  return new SamlRefusal('sso-invalid-response', reason);
}

/** The answer was good once, or will be. */
export function expired(reason: string): SamlRefusal {
  return new SamlRefusal('sso-expired', reason);
}

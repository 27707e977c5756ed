import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

/**
 * Why a SAML answer is not taken: thrown where it is found out, and caught in `response.ts`. `message` is for the
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

/** It carries no signature where it must. `what` is the name of an element that our own code looked for. */
export const unsigned = (what: string): SamlRefusal => invalid(`unsigned: ${what}`);

/** It is signed, and by none of the keys in the provider's metadata. */
export const unknownKey = (): SamlRefusal => invalid('unknown key');

/** It was signed by the provider, and is not what was signed. */
export const changed = (): SamlRefusal => invalid('changed message');

/** Many were refused before it, and it bears no signature by a key of the provider's. */
export const flood = (): SamlRefusal => invalid('no known key, after many refusals');

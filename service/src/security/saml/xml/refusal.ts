import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

/**
 * Why a SAML message is refused; thrown by the checks and caught in `response.ts`. `message` is for the log and quotes
 * nothing from the input, so it contains no personal data.
 */
export class SamlRefusal extends Error {
  readonly value: SsoErrorValue;
  readonly difference: Difference;

  constructor(value: SsoErrorValue, reason: string, difference: Difference = {}) {
    super(reason);
    this.value = value;
    this.difference = difference;
  }
}

/** What was expected and what came: for the admin who tests, and never for the log. */
export interface Difference {
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
}

/** The message is not valid: the usual refusal. */
export function invalid(reason: string, difference?: Difference): SamlRefusal {
  return new SamlRefusal('sso-invalid-response', reason, difference);
}

/** The message was valid earlier, or will be later. */
export function expired(reason: string, difference?: Difference): SamlRefusal {
  return new SamlRefusal('sso-expired', reason, difference);
}

/** The person signed in at the provider too long ago: a fresh sign-in there is needed. */
export function oldSignIn(reason: string, difference?: Difference): SamlRefusal {
  return new SamlRefusal('sso-old-sign-in', reason, difference);
}

/** A required signature is missing. `what` is the name of an element that our own code looked for. */
export const unsigned = (what: string): SamlRefusal => invalid(`unsigned: ${what}`);

/** It is signed by a key that is not in the provider's metadata. */
export const unknownKey = (difference?: Difference): SamlRefusal => invalid('unknown key', difference);

/** It differs from what the provider signed. */
export const changed = (): SamlRefusal => invalid('changed message');

/** Many messages were refused before it, and it has no signature by a key of the provider's. */
export const flood = (): SamlRefusal => invalid('no known key, after many refusals');

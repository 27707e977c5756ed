/** Which names have secrets as their values (spec §9 "Logging"). */

/** What replaces a secret (spec §9). */
export const sensitive = '<sensitive>';

/**
 * Parts of names whose values are secrets, in lower case, letters and digits only. The specification's own list (spec
 * §9: password, Authorization, confirmationPassword, newPassword, currentPassword, idToken, token), and what else
 * carries a secret in this product.
 */
const secretParts =
  /passw(?:or)?d|passphrase|^pwd$|^pass$|token|authorization|^x?auth$|secret|code|otp|^pin$|session|cookie|saml(?:request|response)|relaystate|assertion|credential|jwt|jws|contextdata|apikey|privatekey|pepper|headers$|^body$|^query$|^parameters$|^hash$/;

/** Names that contain such a part, and whose values are known to be no secret. The support code opens nothing. */
const openNames = /(?:support|status|error|exit|country|currency)code$/;

/** The code of a system or database error, such as ECONNREFUSED or 23505: it says what failed. */
const errorCode = /^(?:[A-Z]{2,6}_[A-Z_]{2,60}|E[A-Z]{3,30}|[0-9A-Z]{5})$/;

const known = new Map<string, boolean>();

/** Whether the value of a property with this name must not be logged, whatever its case. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const secret = secretParts.test(plain) && !openNames.test(plain);
  // The names of a program are few. Names that came from outside must not fill the memory.
  if (known.size < 1000) known.set(name, secret);
  return secret;
}

/** Whether this property must not be logged. */
export const isSecret = (name: string, value: unknown): boolean =>
  isSecretName(name) && !isOpenValue(name, value);

/** No secret: nothing, a switch, a number of things (`sessions: 3`), and a `code` that names an error. */
const isOpenValue = (name: string, value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && name.endsWith('s')) ||
  (name === 'code' && typeof value === 'string' && errorCode.test(value));

/** The same for a value that is written in a text. One of three characters is not a secret: `code: 401`. */
export function isSecretInText(name: string, written: string): boolean {
  const value = written.replace(/[.,;)\]}]+$/, '');
  if (value.length <= 3 || /^(?:null|true|false|undefined|<sensitive>)$/.test(value)) return false;
  return !(name.endsWith('s') && /^\d+$/.test(value)) && isSecret(name, value);
}

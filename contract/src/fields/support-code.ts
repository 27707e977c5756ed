import { supportCodeParameter } from './typed-support-code.ts';

/**
 * The support code of an error: short, readable aloud and the same wherever it is computed, because it is derived from
 * the id of the request. It finds the true reason in the sign-in log. Eight characters of Crockford's base32 in two
 * groups, `4F7K-92QX`: no I, L, O or U, so none can be taken for another one.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** Hexadecimal digits for 40 bits. A random UUID has 48 random bits before its version. */
const digits = 10;

/** The code of a request's id, e.g. `4F7K-92QX`; undefined for an id that is not a UUID. */
export function supportCodeOf(requestId: string): string | undefined {
  const hex = requestId.replaceAll('-', '').slice(0, digits);
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(requestId)) return undefined;
  let bits = Number.parseInt(hex, 16);
  let code = '';
  for (let place = 0; place < length; place += 1) {
    code = (alphabet[bits % 32] ?? '') + code;
    bits = Math.floor(bits / 32);
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Appends the code of a request to an address that has a query and no fragment. */
export function withSupportCode(address: string, requestId: string): string {
  const code = supportCodeOf(requestId);
  return code === undefined ? address : `${address}&${supportCodeParameter}=${code}`;
}

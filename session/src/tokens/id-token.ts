/** Reads the ID token in the browser, for display and for timing refreshes. Only the service verifies it. */
import * as v from 'valibot';

import { idTokenClaims, type IdTokenClaims } from '@app/contract/tokens/claims.ts';

/**
 * The claims of an ID token (spec §3), or undefined unless it is a signed JWT (three elements, RFC 7519) with all claims
 * in their right types. The signature is not verified: make no security decision by these claims.
 */
export function decodeIdToken(token: string): IdTokenClaims | undefined {
  const claims = v.safeParse(idTokenClaims, claimsOf(token));
  return claims.success ? claims.output : undefined;
}

/** The claims of any signed JWT, unverified; undefined when the text is not a JWT. */
export function claimsOf(token: string): unknown {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  try {
    return JSON.parse(textOfBase64url(payload));
  } catch {
    return undefined;
  }
}

/** Whether the token has expired. @param now milliseconds since the epoch */
export function idTokenExpired(claims: Pick<IdTokenClaims, 'exp'>, now: number): boolean {
  return claims.exp * 1000 <= now;
}

/** Throws unless the text is base64url without padding (RFC 7515 §2) of UTF-8. */
function textOfBase64url(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new TypeError('not base64url');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

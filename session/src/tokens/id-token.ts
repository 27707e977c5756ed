/** Reading the ID token in the browser: who is signed in, for display and for timing. Only the service verifies it. */
import * as v from 'valibot';

import { idTokenClaims, type IdTokenClaims } from '@app/contract/tokens/claims.ts';

/**
 * The claims of an ID token (spec §3), or undefined when it is not a signed JWT (three parts, RFC 7519) with all of
 * them in their right types. Nothing here proves that the token is genuine: decide nothing by it that the service must
 * protect.
 */
export function decodeIdToken(token: string): IdTokenClaims | undefined {
  const claims = v.safeParse(idTokenClaims, claimsOf(token));
  return claims.success ? claims.output : undefined;
}

/** What a signed JWT of anybody's claims, unverified; undefined when it is none. */
export function claimsOf(token: string): unknown {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  try {
    return JSON.parse(textOfBase64url(payload));
  } catch {
    return undefined;
  }
}

/** Whether the token is past its time. @param now milliseconds since the epoch */
export function idTokenExpired(claims: Pick<IdTokenClaims, 'exp'>, now: number): boolean {
  return claims.exp * 1000 <= now;
}

/** Throws on what is not base64url without padding (RFC 7515 §2) or not UTF-8. */
function textOfBase64url(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new TypeError('not base64url');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Reads the ID token in the browser, for display and for timing refreshes. Only the service verifies it. */
import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { idTokenClaims, type IdTokenClaims } from '@app/contract/tokens/tokens.ts';
import * as v from 'valibot';

/** A token that is younger than this is not refreshed for its expiry, however short its lifetime is. */
export const refreshFloor = seconds(30);
/** A token of the future by more than this: the device's clock was set back, so the token's age is not known. */
const clockSetBack = minutes(1);

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

type Times = Pick<IdTokenClaims, 'iat' | 'exp'>;

/**
 * How long ago the service issued the token, in milliseconds.
 *
 * @param serviceNow the service's time (`StoredValues.serviceNow`), never this device's clock
 * @returns undefined: not known
 */
export function tokenAge({ iat }: Pick<Times, 'iat'>, serviceNow: number | undefined): number | undefined {
  if (serviceNow === undefined) return undefined;
  const age = serviceNow - iat * 1000;
  return age < -clockSetBack ? undefined : Math.max(0, age);
}

/** For how many milliseconds after its issue a token is used. */
export const tokenLifetime = ({ iat, exp }: Times): number => Math.max((exp - iat) * 1000, refreshFloor);

/** Whether the token has not expired. False when its age is not known. */
export function isFresh(claims: Times, serviceNow: number | undefined): boolean {
  const age = tokenAge(claims, serviceNow);
  return age !== undefined && age < tokenLifetime(claims);
}

/** Throws unless the text is base64url without padding (RFC 7515 §2) of UTF-8. */
function textOfBase64url(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new TypeError('not base64url');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Whether the roles claim, a JSON list of role names as text, contains 'Admin'. False for a missing claim and for one
 * that is not a list (spec §6; requirements §4 "Roles"). Only for display: the service checks again.
 */
export function isAdmin(claims: Pick<IdTokenClaims, 'custom:roles'> | undefined): boolean {
  try {
    const roles: unknown = JSON.parse(claims?.['custom:roles'] ?? '[]');
    return Array.isArray(roles) && roles.includes('Admin');
  } catch {
    return false;
  }
}

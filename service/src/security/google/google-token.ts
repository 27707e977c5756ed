/**
 * Verifies the ID token of a Google sign-in (OpenID Connect Core §3.2.2.11; threat B3). The app compares the nonce:
 * only the browser that started the sign-in knows it.
 */
import type { KeyObject } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { isCanonical } from '#security/tokens/tokens.ts';
import { providerEmail, provesTwoSteps } from '#security/provider-claims.ts';

export interface GoogleIdentity {
  /** In one spelling, whichever of Google's two the token has: issuer and subject identify an account. */
  readonly issuer: string;
  readonly subject: string;
  /** Lower case, and verified by the issuer. */
  readonly email: string;
  /** The domain of the Google account's organisation; undefined where it has none. */
  readonly hostedDomain: string | undefined;
  /** The issuer says that it has asked for more than one factor. */
  readonly twoSteps: boolean;
  /** When the issuer asked the person, as it says. Milliseconds since the epoch. */
  readonly authenticatedAt: number | undefined;
  /** Milliseconds since the epoch until which the token is accepted, skew included: for the replay store. */
  readonly usableUntil: number;
}

export type GoogleVerdict =
  | { readonly ok: true; readonly identity: GoogleIdentity }
  /** `reason` is for the log and contains no personal data. */
  | { readonly ok: false; readonly reason: string };

/** The greatest age of an ID token that is taken. */
const oldest = minutes(10);
/** Google documents both spellings of its issuer. */
const googleIssuers = ['https://accounts.google.com', 'accounts.google.com'];

const claims = v.object({
  // OpenID Connect Core §2: ASCII, 255 characters at most.
  sub: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/)),
  email: providerEmail,
  email_verified: v.literal(true),
  hd: v.optional(v.string()),
  iat: v.pipe(v.number(), v.finite()),
  exp: v.pipe(v.number(), v.finite()),
  // Refuse a list of audiences, even one with ours in it: such a token is for others too.
  aud: v.string(),
  azp: v.optional(v.string()),
  // When the person was asked, if the issuer says so; it has to where `max_age` was sent (OpenID Connect Core §2).
  auth_time: v.optional(v.pipe(v.number(), v.finite())),
  // How the person was asked (RFC 8176). What is not such a list says nothing.
  amr: v.fallback(v.array(v.string()), []),
});

/**
 * Returns the identity of a valid token. `findKey` returns the issuer's key by its id; if it rejects, so does this. A
 * key inside the token, or at an address in it, is never used. `now` in milliseconds.
 */
export async function verifyGoogleToken(
  token: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  { issuer, clientId, now }: { issuer: string; clientId: string; now: number },
): Promise<GoogleVerdict> {
  const kid = keyIdOf(token);
  if (kid === undefined) return refused('header');
  const key = await findKey(kid);
  if (key === undefined) return refused('unknown key');
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      issuer: googleIssuers.includes(issuer) ? googleIssuers : issuer,
      audience: clientId,
      requiredClaims: ['sub', 'email', 'exp', 'iat'],
      clockTolerance: limits.clockSkew / 1000,
      maxTokenAge: oldest / 1000,
      currentDate: new Date(now),
    }));
  } catch (error) {
    return refused(reasonOf(error));
  }
  const read = v.safeParse(claims, payload);
  if (!read.success) return refused(`claim ${String(read.issues[0].path?.[0]?.key)}`);
  const { sub, email: address, hd, iat, exp, azp, amr, auth_time: askedAt } = read.output;
  if (azp !== undefined && azp !== clientId) return refused('claim azp');
  const end = Math.min(exp * 1000, iat * 1000 + oldest);
  return {
    ok: true,
    identity: {
      issuer: googleIssuers.includes(issuer) ? 'https://accounts.google.com' : issuer,
      subject: sub,
      email: address,
      hostedDomain: hd,
      twoSteps: provesTwoSteps(amr),
      authenticatedAt: askedAt === undefined ? undefined : Math.min(now, askedAt * 1000),
      // The library counts in whole seconds, so a token can live up to one longer.
      usableUntil: Math.ceil(end) + limits.clockSkew + 1000,
    },
  };
}

const refused = (reason: string): GoogleVerdict => ({ ok: false, reason });

/**
 * The id of the key that signed, if the header is that of an ID token: RS256, and no other kind of token
 * (RFC 8725 §3.11).
 */
function keyIdOf(token: string): string | undefined {
  // One token has one spelling: its hash detects a replay.
  if (!isCanonical(token)) return undefined;
  try {
    const { alg, typ, kid } = decodeProtectedHeader(token);
    const isIdToken = typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT');
    return alg === 'RS256' && isIdToken && typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `claim ${error.claim}`;
  return error instanceof errors.JOSEError ? error.code : 'unreadable';
}

/**
 * Returns true if a first sign-in may link the identity immediately.
 *
 * @param authority `google`: Google's own rule. `verified-email`: every address that the issuer has verified, where the
 * issuer is not Google
 */
export function isAuthoritative(
  { issuer, email, hostedDomain }: Pick<GoogleIdentity, 'issuer' | 'email' | 'hostedDomain'>,
  authority: 'google' | 'verified-email',
): boolean {
  const fromGoogle = isGoogle(issuer);
  if (authority === 'verified-email' && !fromGoogle) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  // Only Google issues these addresses.
  if (fromGoogle && domain === 'gmail.com') return true;
  return hostedDomain !== undefined && hostedDomain.toLowerCase() === domain;
}

/** In either of its two spellings. */
const isGoogle = (issuer: string): boolean => /^(?:https:\/\/)?accounts\.google\.com$/.test(issuer);

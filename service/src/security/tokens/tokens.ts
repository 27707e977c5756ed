/** Signs and verifies ID and access tokens (threat B3): ES256, 15 minutes, distinguished by `typ` (RFC 9068 §2.1). */
import { randomUUID, sign } from 'node:crypto';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import { idTokenClaims, type IdTokenClaims } from '@app/contract/tokens/tokens.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { Keys } from './keys.ts';

/** Issuer and audience of a token. */
export interface Audience {
  /** PUBLIC_URL. */
  readonly issuer: string;
  /** The client id. */
  readonly audience: string;
}

/** The lifetime of access and ID tokens in seconds: `expires_in` of the token answer. */
export const tokenSeconds = limits.accessTokenLifetime / 1000;

const idType = 'JWT';
const accessType = 'at+jwt';

/** The claims of an access token (RFC 9068). */
export interface AccessTokenClaims {
  readonly sub: string;
  /** The session (refresh family) that it belongs to. */
  readonly sid: string;
  readonly client_id: string;
  readonly jti: string;
}

const accessTokenClaims = v.object({
  sub: v.string(),
  sid: v.string(),
  client_id: v.string(),
  jti: v.string(),
});

/** Signs an ID token (contract: `idTokenClaims`). `now` in milliseconds. */
export const signIdToken = (
  keys: Keys,
  claims: Omit<IdTokenClaims, 'iss' | 'aud' | 'iat' | 'exp'>,
  audience: Audience,
  now: number,
): string => signed(keys, { typ: idType, claims, now }, audience);

/** Signs an access token for the account `sub` in the session `sid`. `now` in milliseconds. */
export const signAccessToken = (
  keys: Keys,
  claims: Omit<AccessTokenClaims, 'client_id' | 'jti'>,
  audience: Audience,
  now: number,
): string =>
  signed(
    keys,
    { typ: accessType, claims: { ...claims, client_id: audience.audience, jti: randomUUID() }, now },
    audience,
  );

/** The claims of an ID token, or undefined unless this service signed exactly this token. */
export async function verifyIdToken(
  keys: Keys,
  token: string,
  audience: Audience,
  now: number,
): Promise<IdTokenClaims | undefined> {
  const payload = await verify(keys, { typ: idType, token, now }, audience);
  const claims = v.safeParse(idTokenClaims, payload);
  return claims.success ? claims.output : undefined;
}

/** The claims of an access token, or undefined unless this service signed exactly this token. */
export async function verifyAccessToken(
  keys: Keys,
  token: string,
  audience: Audience,
  now: number,
): Promise<AccessTokenClaims | undefined> {
  const payload = await verify(keys, { typ: accessType, token, now }, audience);
  const claims = v.safeParse(accessTokenClaims, payload);
  return claims.success ? claims.output : undefined;
}

/**
 * A compact JWS (RFC 7515 §7.1, ES256 by RFC 7518 §3.4). The library is used for verification only: it signs in the
 * thread pool, where each signature would wait behind password hashes (docs/decisions/libraries.md).
 */
function signed(
  keys: Keys,
  { typ, claims, now }: { typ: string; claims: object; now: number },
  { issuer, audience }: Audience,
): string {
  const iat = Math.floor(now / 1000);
  const header = { alg: 'ES256', typ, kid: keys.signing.kid };
  const payload = { ...claims, iss: issuer, aud: audience, iat, exp: iat + tokenSeconds };
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${rawSignature(sign('sha256', Buffer.from(text), keys.signing.privateKey)).toString('base64url')}`;
}

/**
 * The two numbers of a DER signature by P-256 (RFC 3279 §2.2.3), each in 32 bytes as a JWS has them (RFC 7518 §3.4).
 * Node makes them too, by the option `dsaEncoding`, with which a signature takes twice the time.
 */
export function rawSignature(der: Buffer): Buffer {
  const raw = Buffer.alloc(64);
  let at = 2;
  for (const end of [32, 64]) {
    const next = at + 2 + der.readUInt8(at + 1);
    // DER has a zero before a high first bit, and leaves out those at the start.
    const digits = der.subarray(at + 2, next).subarray(-32);
    digits.copy(raw, end - digits.length);
    at = next;
  }
  return raw;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

async function verify(
  keys: Keys,
  { typ, token, now }: { typ: string; token: string; now: number },
  { issuer, audience }: Audience,
) {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.verifying.find((candidate) => candidate.kid === kid);
        if (key === undefined) throw new Error('no such key');
        return key.publicKey;
      },
      {
        algorithms: ['ES256'],
        typ,
        issuer,
        audience,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(now),
        maxTokenAge: tokenSeconds,
      },
    );
    return payload;
  } catch {
    return undefined;
  }
}

/** The last character of base64url has spare bits; without this check one token would have several spellings. */
export const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** Random handles (opaque tokens), of which the database stores the hash; HMAC and PKCE. */
import { createHash, randomBytes, timingSafeEqual, createHmac, createSecretKey } from 'node:crypto';

/** A new opaque handle: 256 random bits as 43 base64url characters. */
export const newHandle = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 of a handle, for the database. A plain hash is enough for 256 random bits (ASVS 11.5.1). */
export const hashHandle = (handle: string): Buffer => createHash('sha256').update(handle, 'utf8').digest();

/** Compares two digests in constant time; digests of different length are different. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** The key becomes a key object first: Node takes five times as long with the bytes themselves (docs/performance.md). */
export const hmac = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', createSecretKey(key)).update(text, 'utf8').digest();

/**
 * True if the verifier belongs to the challenge. Without a challenge there must be no verifier: a caller with a verifier
 * sent a challenge, so the code is from another attempt (RFC 9700 §2.1.1).
 */
export function isVerifierOf(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  const digest = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return sameDigest(Buffer.from(digest, 'latin1'), Buffer.from(challenge, 'latin1'));
}

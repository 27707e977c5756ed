/** PKCE: proves that a code is redeemed by the browser that requested it (RFC 7636, method S256). */
import { createHash } from 'node:crypto';

import { sameDigest } from './handles.ts';

/**
 * True if the verifier belongs to the challenge. Without a challenge there must be no verifier: a caller with a verifier
 * sent a challenge, so the code is from another attempt (RFC 9700 §2.1.1).
 */
export function isVerifierOf(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  const digest = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return sameDigest(Buffer.from(digest, 'latin1'), Buffer.from(challenge, 'latin1'));
}

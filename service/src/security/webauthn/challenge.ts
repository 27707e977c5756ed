/**
 * Challenges of passkey ceremonies (WebAuthn §13.4.3): 16 random bytes, the time, and an HMAC that binds both to their
 * purpose. So a challenge needs no row until it is consumed, and the login page can ask for one at no cost.
 */
import { randomBytes } from 'node:crypto';
import { minutes } from '@app/contract/fields/durations.ts';

import { hmac, sameDigest } from '#security/tokens/handles.ts';
import type { Keys } from '#security/tokens/keys.ts';

/** `add` and `upgrade` belong to one account: another one's challenge adds no key to it. */
export type ChallengePurpose = 'sign-in' | `add ${string}` | `upgrade ${string}`;

const signedLength = 24;
/** How long a challenge is good for; the login page renews its own before that. */
const lifetime = minutes(5);

/** A challenge that is good for five minutes. `now` in milliseconds. */
export function newChallenge(keys: Keys, purpose: ChallengePurpose, now: number): string {
  const signed = Buffer.concat([randomBytes(16), Buffer.alloc(8)]);
  signed.writeBigUInt64BE(BigInt(now), 16);
  return Buffer.concat([signed, digestOf(keys.secret(derivedFor), purpose, signed)]).toString('base64url');
}

/** When a challenge for this purpose ends, in milliseconds; undefined if it has ended or is not one of ours. */
export function endOfChallenge(
  keys: Keys,
  purpose: ChallengePurpose,
  challenge: Buffer,
  now: number,
): number | undefined {
  const signed = challenge.subarray(0, signedLength);
  if (signed.length < signedLength) return undefined;
  const digest = challenge.subarray(signedLength);
  const isOurs = keys.secrets(derivedFor).some((key) => sameDigest(digestOf(key, purpose, signed), digest));
  const end = Number(signed.readBigUInt64BE(16)) + lifetime;
  return isOurs && now < end ? end : undefined;
}

const derivedFor = 'passkey challenge';
const digestOf = (key: Buffer, purpose: ChallengePurpose, signed: Buffer): Buffer =>
  hmac(key, `${purpose}|${signed.toString('base64url')}`);

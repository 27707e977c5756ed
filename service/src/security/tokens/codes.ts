/** Mailed login codes (spec §9, threat A6): six digits, kept only as an HMAC that is bound to their challenge. */
import { createHmac, randomInt } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';

import type { Keys } from './keys.ts';
import { sameDigest } from './handles.ts';

/** A new code; every one of the million is equally likely, those that start with zeros too. */
export const newCode = (): string =>
  String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');

/**
 * What the database keeps of a code. The challenge's id is part of it, so a code is worth nothing in another sign-in
 * (threat A9), and the key is not in the database, so a stolen table cannot be searched through a million digests.
 */
export const hashCode = (keys: Keys, challengeId: string, code: string): Buffer =>
  createHmac('sha256', keys.secret('login code')).update(`${challengeId}|${code}`).digest();

/** Whether the typed code's digest is the kept one, in constant time. */
export const isCode = (kept: Uint8Array, typed: Uint8Array): boolean => sameDigest(kept, typed);

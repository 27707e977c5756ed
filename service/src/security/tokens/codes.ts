/** Mailed login codes (spec §9, threat A6): six digits, stored only as an HMAC that is bound to their challenge. */
import { randomInt } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';

import { hmac, sameDigest } from './handles.ts';
import type { Keys } from './keys.ts';

/** A new code; each of the million codes is equally likely, including those with leading zeros. */
export const newCode = (): string =>
  String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');

/**
 * The digest of a code, for the database. It includes the challenge's id, so a code is worthless in another sign-in
 * (threat A9). The key is not in the database, so a stolen table cannot be searched with a million digests.
 */
export const hashCode = (keys: Keys, challengeId: string, code: string): Buffer =>
  digest(keys.secret(purpose), challengeId, code);

/** The digests that a typed code can have: one for each key that a process may have stored it with. */
export const hashTypedCode = (keys: Keys, challengeId: string, code: string): readonly Buffer[] =>
  keys.secrets(purpose).map((key) => digest(key, challengeId, code));

/** Compares a typed code's digests with the stored one, each in constant time. */
export const isCode = (kept: Uint8Array, typed: readonly Uint8Array[]): boolean =>
  typed.some((one) => sameDigest(kept, one));

const purpose = 'login code';
const digest = (key: Buffer, challengeId: string, code: string): Buffer =>
  hmac(key, `${challengeId}|${code}`);

/** Codes of an authenticator app: TOTP (RFC 6238) with what every app takes: SHA-1, six digits, thirty seconds. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { seconds } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { sameDigest } from '#security/tokens/handles.ts';

const stepLength = seconds(30);
/** A phone's clock may be wrong by one step (RFC 6238 §5.2). */
const drift = 1;

/** A new shared secret of 160 bits, the length of the hash (RFC 4226 §4, R6). */
export const newTotpSecret = (): Buffer => randomBytes(20);

/** The code of a step: of the thirty seconds that begin at `step` times thirty seconds since the epoch. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', createSecretKey(secret)).update(counter).digest();
  // Dynamic truncation (RFC 4226 §5.3).
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** limits.codeDigits).padStart(limits.codeDigits, '0');
}

/**
 * The step whose code was typed, one of those around `now`; undefined: it is wrong, or not later than `after`, the step
 * whose code was accepted last.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | undefined {
  const present = Math.floor(now / stepLength);
  const typed = Buffer.from(code);
  let found: number | undefined;
  for (let step = present - drift; step <= present + drift; step += 1)
    if (sameDigest(Buffer.from(totpCode(secret, step)), typed) && step > after) found ??= step;
  return found;
}

/** Before any step: no code of the secret was accepted. */
export const noStep = -1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 §6), as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

/**
 * The address that an app reads from the QR code (Key Uri Format). Issuer and account are what the app lists the code
 * under; a colon divides them.
 */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const name = encodeURIComponent(issuer.replaceAll(':', ''));
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${name}`;
}

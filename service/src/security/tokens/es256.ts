/**
 * ES256 signatures as a JWS has them (RFC 7518 §3.4). Node converts them too, by `dsaEncoding`, but that takes longer
 * than the signature itself, and two are made at each sign-in and refresh (docs/performance.md).
 */
import { type KeyObject, sign } from 'node:crypto';

/** Bytes of each of the two numbers of a signature with P-256. */
const size = 32;

/** Signs a text. @param key of P-256 */
export const signEs256 = (text: string, key: KeyObject): Buffer =>
  toPair(sign('sha256', Buffer.from(text), key));

/**
 * The numbers r and s one after the other, each of 32 bytes, from a signature in DER: a SEQUENCE of two
 * INTEGERs, which DER writes without leading zeros but for the one that keeps a number positive.
 */
export function toPair(der: Buffer): Buffer {
  const pair = Buffer.alloc(2 * size);
  let at = 2;
  for (const end of [size, 2 * size]) {
    const start = at + 2;
    at = start + der.readUInt8(at + 1);
    const digits = der.subarray(Math.max(start, at - size), at);
    digits.copy(pair, end - digits.length);
  }
  if (at !== der.length) throw new Error('this is no signature of two numbers');
  return pair;
}

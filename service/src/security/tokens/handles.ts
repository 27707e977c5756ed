/** Random handles (opaque tokens): the holder gets the handle, the database stores its hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new opaque handle: 256 random bits as 43 base64url characters. */
export const newHandle = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 of a handle, for the database. A plain hash is enough for 256 random bits (ASVS 11.5.1). */
export const hashHandle = (handle: string): Buffer => createHash('sha256').update(handle, 'utf8').digest();

/** Compares two digests in constant time; digests of different length are different. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/**
 * The device token, which recognises a browser (risk data, requirements §2): a random id with an HMAC of the service. It
 * proves only that the service issued the id; which accounts know the device is in the database.
 */
import { randomBytes } from 'node:crypto';

import { hmac, sameDigest } from './handles.ts';
import type { Keys } from './keys.ts';

const shape = /^d1\.([\w-]{22})\.([\w-]{43})$/;

/**
 * A new device token: `d1.<128 random bits>.<HMAC-SHA-256>`, 69 characters.
 *
 * @param secret a random secret of this browser; the same secret gives the same token
 */
export function newDeviceToken(keys: Keys, secret?: string): string {
  const random = secret === undefined ? randomBytes(16) : mark(keys, `from ${secret}`).subarray(0, 16);
  const id = random.toString('base64url');
  return `d1.${id}.${mark(keys, id).toString('base64url')}`;
}

/** The device's id, or undefined if this service did not issue the token. */
export function readDeviceToken(keys: Keys, token: unknown): string | undefined {
  const parts = typeof token === 'string' ? shape.exec(token) : null;
  const [, id, given] = parts ?? [];
  if (id === undefined || given === undefined) return undefined;
  // Compare the text: the spare bits in base64url's last character would give one token four spellings.
  const isOurs = keys
    .secrets(purpose)
    .some((key) => sameDigest(Buffer.from(given), Buffer.from(markBy(key, id).toString('base64url'))));
  return isOurs ? id : undefined;
}

const purpose = 'device token';
const mark = (keys: Keys, id: string): Buffer => markBy(keys.secret(purpose), id);
const markBy = (key: Buffer, id: string): Buffer => hmac(key, id);

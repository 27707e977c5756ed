/**
 * Encrypts values that the database must not contain in plain text (AES-256-GCM): the code in a waiting email, the
 * stored answer of a repeated call, the successor of a used refresh token.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

import { hmac } from './handles.ts';
import type { Keys } from './keys.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Derives a 32-byte key from `secret`, a different one for each purpose: HKDF-SHA-256 without salt (RFC 5869). */
export const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** A keyed fingerprint: equal texts have equal fingerprints; without the key it reveals nothing else. */
export const fingerprint = (key: Buffer, text: string): Buffer => hmac(key, text);

/**
 * nonce | tag | ciphertext. `about` is authenticated too: a sealed value cannot be moved to another row. The key becomes
 * a key object for the reason that handles.ts has.
 */
export function seal(key: Buffer, text: string, about: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce);
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The plain text, or undefined if key, row or content differ from those at sealing. */
export function unseal(key: Buffer, sealed: Uint8Array, about: string): string | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Values of a mail template, by name. */
export type MailValues = Readonly<Record<string, string>>;

/** Seals the values for the outbox row `mailId`; they cannot be opened for another row. */
export const sealMailValues = (keys: Keys, mailId: string, values: MailValues): Buffer =>
  seal(keys.secret('outbox'), JSON.stringify(values), mailId);

/** The values of the outbox row `mailId`, or undefined if the key that sealed them was removed. */
export function openMailValues(keys: Keys, mailId: string, sealed: Uint8Array): MailValues | undefined {
  for (const key of keys.secrets('outbox')) {
    const text = unseal(key, sealed, mailId);
    if (text !== undefined) return JSON.parse(text) as MailValues;
  }
  return undefined;
}

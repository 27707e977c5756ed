/**
 * Sealing (AES-256-GCM): what has to be read again but must not lie in the database in the clear, such as the code in
 * a waiting mail, the answer kept for a repeated call, the successor of a used refresh token.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** A 32-byte key that only the holder of `secret` can derive (HKDF-SHA-256). One purpose, one key. */
export const keyFrom = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** A keyed fingerprint: equal texts under one key have equal ones, and nobody without the key learns more. */
export const fingerprint = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** nonce | tag | ciphertext. `about` is authenticated with it: a sealed value cannot be moved to another row. */
export function seal(key: Buffer, text: string, about: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The text that was sealed, or undefined if key, row or content is not the one it was sealed with. */
export function unseal(key: Buffer, sealed: Uint8Array, about: string): string | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
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

/** HMAC-SHA-256 of a text. */
import { createHmac, createSecretKey } from 'node:crypto';

/** The key becomes a key object first: Node takes five times as long with the bytes themselves (docs/performance.md). */
export const hmac = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', createSecretKey(key)).update(text, 'utf8').digest();

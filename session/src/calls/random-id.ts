/**
 * Generates 128 random bits as 32 hex digits, for idempotency keys, the visitor id and the id of a tab. It does not use
 * `crypto.randomUUID`, which browsers do not offer on plain http, where a developer's phone may open the app.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

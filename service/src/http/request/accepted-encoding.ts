/** How an answer may be compressed, the best first. */
export type Encoding = 'br' | 'gzip' | undefined;

/** The best encoding of an `Accept-Encoding` header (RFC 9110 §12.5.3). */
export function encodingOf(accepted = ''): Encoding {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}

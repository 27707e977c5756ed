/**
 * A domain in ASCII, as the DNS has it: `müller.de` is `xn--mller-kva.de` (RFC 5891). Unchanged if it cannot be
 * converted, or if a character is a look-alike of an ASCII one: the Kelvin sign (U+212A) would become a plain `k`, and the
 * domain somebody else's.
 */
export function asciiDomain(domain: string): string {
  const other = domain.match(/[^\0-\x7f]/gu);
  if (!other || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  if (other.some((letter) => /^[\0-\x7f]/.test(letter.normalize('NFKC')))) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

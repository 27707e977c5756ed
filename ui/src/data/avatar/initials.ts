/** Made once: making one takes longer than drawing an avatar. */
const graphemes = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The initials of a name in any script: of its first and of its last word, one grapheme each, in upper case. A word
 * that does not begin with a letter, such as '(Sales)', does not count. Empty for a name without letters or digits.
 */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, ...others] = words;
  const last = others.at(-1);
  return [first, last].map((word) => (word ? firstGrapheme(word).toUpperCase() : '')).join('');
}

/** A grapheme may have several code points: a letter with its accents, or a syllable of Devanagari. */
function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}

/** How many tints there are in `avatar.module.css`. */
export const tintCount = 6;

/** The number of a name's tint: the same for the same name, in every session and on every machine. */
export function tintOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name.normalize('NFC').trim().toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // The high bits of the product depend on all letters, the low ones mostly on the last.
  return ((hash >>> 16) ^ (hash & 0xffff)) % tintCount;
}

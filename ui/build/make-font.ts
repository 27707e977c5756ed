/** Makes the font of the product from the whole Latin one: the characters and weights that `fonts.css` asks for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const tokens = join(import.meta.dirname, '../src/tokens');

export const fontFile = join(tokens, 'inter.woff2');

/** What the style sheet says of the font: its characters and its weights. */
export function readFontRule(): { characters: string[]; weights: { min: number; max: number } } {
  const css = readFileSync(join(tokens, 'fonts.css'), 'utf8');
  const [rule = ''] = /font-family: Inter;[^}]*/.exec(css) ?? [];
  const [, lightest, heaviest] = /font-weight: (\d+) (\d+);/.exec(rule) ?? [];
  return { characters: charactersIn(rule), weights: { min: Number(lightest), max: Number(heaviest) } };
}

/** The characters of a rule's `unicode-range`. */
export function charactersIn(rule: string): string[] {
  return [...rule.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    const length = Number.parseInt(to, 16) - first + 1;
    return Array.from({ length }, (_, index) => String.fromCodePoint(first + index));
  });
}

/** The WOFF2 file. The same input gives the same bytes. */
export function makeFont(): Promise<Buffer> {
  const { characters, weights } = readFontRule();
  const whole = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  return subsetFont(readFileSync(whole), characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    // Kerning, accents, and digits of one width. Contextual alternates (a raised colon, arrows of hyphens) take 4 kB.
    keepFeatures: ['kern', 'mark', 'ccmp', 'locl', 'tnum'],
    // The licence asks for its notice in the file: copyright, licence and its address.
    preserveNameIds: [0, 13, 14],
  });
}

if (import.meta.main) {
  const font = await makeFont();
  writeFileSync(fontFile, font);
  console.log(`${fontFile}, ${font.length} bytes`);
}

// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';

import { charactersIn, fontFile, makeFont, readFontRule } from './make-font.ts';

const root = join(import.meta.dirname, '../..');
const font = readFileSync(fontFile);
const { characters, weights } = readFontRule();

test('the font is what `npm run draw font` makes, in 25 kB at most', async () => {
  expect((await makeFont()).equals(font), 'run `npm run draw font`').toBe(true);
  expect(font.length).toBeLessThanOrEqual(25_000);
});

test('it has exactly the characters and weights of its rule, and the notice of its licence', async () => {
  const table = await readTables(font);
  expect(charactersOf(table('cmap')).join('')).toBe(characters.join(''));
  const axes = table('fvar');
  const axis = axes.subarray(axes.readUInt16BE(4));
  expect(axis.toString('latin1', 0, 4)).toBe('wght');
  expect({ min: axis.readInt32BE(4) / 65_536, max: axis.readInt32BE(12) / 65_536 }).toEqual(weights);
  // In UTF-16, all of Latin.
  const notice = table('name').toString('latin1').replaceAll('\0', '');
  expect(notice).toContain('Copyright 2016 The Inter Project Authors');
  expect(notice).toContain('https://openfontlicense.org');
});

test('DejaVu, made narrow to take its place, takes the place of its characters, and of no other letters', () => {
  const css = readFileSync(join(root, 'ui/src/tokens/fonts.css'), 'utf8');
  const rules = (css.match(/@font-face \{[^}]*\}/g) ?? []).filter((rule) =>
    rule.includes('Inter Fallback DejaVu'),
  );
  expect(rules).toHaveLength(3);
  for (const rule of rules) {
    const narrow = new Set(charactersIn(rule));
    expect(characters.filter((character) => !narrow.has(character))).toEqual([]);
    const others = ['ł', 'Ω', 'Я', 'م', '字'].filter((letter) => !characters.includes(letter));
    expect(others.filter((letter) => narrow.has(letter))).toEqual([]);
  }
});

test('its weights are those in use: `strong`, `b` and `th` have 700 where no rule says otherwise', () => {
  const used = new Set([700]);
  for (const file of globSync('{ui,sign-in,dashboard,workshop}/**/*.css', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })) {
    const css = readFileSync(join(root, file), 'utf8').replaceAll(/@font-face \{[^}]*\}/g, '');
    for (const [, weight] of css.matchAll(/(?:font|font-weight):\s*(\d{3})\b/g)) used.add(Number(weight));
  }
  const sorted = [...used].toSorted((a, b) => a - b);
  expect({ min: sorted[0], max: sorted.at(-1) }).toEqual(weights);
});

test('it has every character of every text in all languages', () => {
  const files = globSync('{sign-in,dashboard}/src/i18n/locales/**/*.json', { cwd: root });
  const known = new Set([
    ...characters,
    // Not in the whole Latin file either: the narrow space of French, and the arrow between two values of the audit log.
    '\u202f',
    '→',
  ]);
  const missing = new Set<string>();
  for (const file of files)
    for (const text of textsOf(JSON.parse(readFileSync(join(root, file), 'utf8'))))
      for (const character of text)
        if (!known.has(character) && character !== '\n') missing.add(`${character} (${file})`);
  expect(files.length).toBeGreaterThan(50);
  expect([...missing]).toEqual([]);
});

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

/** Unpacks the font; the tables are then found by their tags. */
async function readTables(woff2: Buffer): Promise<(tag: string) => Buffer> {
  const sfnt = await subsetFont(woff2, undefined, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    preserveNameIds: [0, 13, 14],
  });
  const directory = Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
    const entry = sfnt.subarray(12 + 16 * index);
    const start = entry.readUInt32BE(8);
    return { tag: entry.toString('latin1', 0, 4), start, end: start + entry.readUInt32BE(12) };
  });
  return (tag) => {
    const found = directory.find((each) => each.tag === tag);
    if (!found) throw new Error(`the font has no table ${tag}`);
    return sfnt.subarray(found.start, found.end);
  };
}

/** The characters that have a glyph, in order: the segments of the table in format 4. */
function charactersOf(cmap: Buffer): string[] {
  const segments = cmap.subarray(cmap.readUInt32BE(8));
  expect(segments.readUInt16BE(0)).toBe(4);
  const twice = segments.readUInt16BE(6);
  const found: string[] = [];
  for (let at = 0; at < twice; at += 2) {
    const [last, first] = [segments.readUInt16BE(14 + at), segments.readUInt16BE(16 + twice + at)];
    for (let code = first; code <= last && code < 0xffff; code += 1) found.push(String.fromCodePoint(code));
  }
  return found;
}

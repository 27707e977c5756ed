// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8');
const files = [...css.matchAll(/url\('([^']+)'\)/g)].map(([, file]) => file ?? '');

// The file itself: ui/build/make-font.test.ts.
test('one font file is loaded, with a fallback until it is there', () => {
  expect(files).toEqual(['./inter.woff2']);
  expect(css).toContain('font-display: swap');
});

test.each([
  ['German', 'ÄÖÜäöüß„“‚‘–'],
  ['Spanish', '¿¡ÁÉÍÑÓÚÜáéíñóúü«»'],
  ['French', 'ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿ’« »…'],
  ['Italian', 'ÀÈÉÌÒÙàèéìòù'],
  ['Norwegian', 'ÆØÅæøåéêóòô'],
])('its range has every letter of %s', (_, letters) => {
  const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) =>
    [from, to].map((hex) => Number.parseInt(hex, 16)),
  );
  const missing = [...letters].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return !ranges.some(([from = 0, to = 0]) => code >= from && code <= to);
  });
  expect(missing).toEqual([]);
});

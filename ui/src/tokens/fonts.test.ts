// @vitest-environment node
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8');
const files = [...css.matchAll(/url\('([^']+)'\)/g)].map(([, file]) => file ?? '');

test('one font file is loaded, the Latin one, of 50 kB at most', () => {
  expect(files).toHaveLength(1);
  const [file = ''] = files;
  const { size } = statSync(createRequire(import.meta.url).resolve(file));
  console.log(`font: ${file.split('/').at(-1)}, ${size} bytes`);
  expect(file).toContain('latin-wght-normal.woff2');
  expect(size).toBeLessThanOrEqual(50_000);
  expect(css).toContain('font-display: swap');
});

test.each([
  ['German', 'ÄÖÜäöüß„“‚‘–'],
  ['Spanish', '¿¡ÁÉÍÑÓÚÜáéíñóúü«»'],
  ['French', 'ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿ’« »\u202f…'],
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

// @vitest-environment node
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { flagCodes } from '#data/flag/flag.tsx';
import { buildSprite, spriteCodes } from './flag-sprite.ts';

const sprite = buildSprite();

/** After an update of country-flag-icons run this test with `--update`: it writes the file again. */
test('flags.svg has every flag of the package as it is now', async () => {
  await expect(sprite).toMatchFileSnapshot('../src/data/flag/flags.svg');
});

test('the component knows every code of the file', () => {
  expect([...flagCodes]).toEqual(spriteCodes());
});

test('every id is there once, and the file is about 40 kB on the wire', () => {
  const ids = [...sprite.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(spriteCodes());
  const size = brotliCompressSync(sprite).length;
  expect(size).toBeLessThan(42_000);
});

test('no symbol has what would need a script, a style or another request', () => {
  expect(sprite).not.toMatch(/<(script|style|image|foreignObject|use)\b|style=|class=|href=|url\(/);
});

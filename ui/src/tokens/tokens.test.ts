// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandStyleSheet, themes } from '#brand/brand.ts';
import { contrast } from '#brand/oklch.ts';
import { groundTokens, partPairs, textPairs, type ColorPair } from './color-tokens.ts';
import { tokenColor, tokensCss } from '#test/read-tokens.ts';

test.each(['light', 'dark'] as const)(
  'every text and part stands out from every ground it may stand on (%s)',
  (theme) => {
    const measure = (pairs: readonly ColorPair[]) =>
      pairs
        .map(([front, ground]) => ({
          pair: `${front} on ${ground}`,
          ratio: contrast(tokenColor(front, theme), tokenColor(ground, theme)),
        }))
        .toSorted((a, b) => a.ratio - b.ratio);
    expect(measure(textPairs).filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    expect(measure(partPairs).filter(({ ratio }) => ratio < 3)).toEqual([]);
  },
);

test('the tints are the four of the specification (spec §9)', () => {
  expect(
    ['--warning-tint', '--critical-tint', '--success-tint', '--brand-tint'].map((name) =>
      tokenColor(name, 'light'),
    ),
  ).toEqual(['#fffbf0', '#fff5f3', '#f1fffc', '#d0ece4']);
});

test.each(['light', 'dark'] as const)('a brand is derived against the grounds of this file (%s)', (theme) => {
  expect(themes[theme].grounds).toEqual(groundTokens.slice(0, 4).map((ground) => tokenColor(ground, theme)));
});

test('every token that a brand replaces exists', () => {
  const replaced = [...new Set(brandStyleSheet('#123456').match(/--[\w-]+(?=:)/g))];
  expect(replaced.filter((name) => !tokensCss.includes(`${name}: `))).toEqual([]);
});

test('no other style sheet has a raw colour', () => {
  const palettes = ['tokens/tokens.css', 'tokens/call-colors.css', 'tokens/overlays.css'];
  const sheets = globSync('**/*.css', { cwd: new URL('..', import.meta.url) }).filter(
    (file) => !palettes.includes(file),
  );
  expect(sheets.length).toBeGreaterThan(10);
  for (const sheet of sheets) {
    const rules = readFileSync(new URL(`../${sheet}`, import.meta.url), 'utf8').replaceAll(
      /\/\*.*?\*\//gs,
      '',
    );
    expect(rules, sheet).not.toMatch(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\(/i);
  }
});

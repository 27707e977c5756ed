// @vitest-environment node
import { expect, test } from 'vitest';
import { textTokens } from '#tokens/color-tokens.ts';
import { tokenColor } from '#test/read-tokens.ts';
import { brandStyleSheet, deriveBrand, themes } from './brand.ts';
import { contrast, hexToOklch, oklchToHex } from './oklch.ts';

/** The texts that a brand leaves as they are. */
const plain = textTokens.filter((name) => name !== '--text-link');
const plainTexts = {
  light: plain.map((name) => tokenColor(name, 'light')),
  dark: plain.map((name) => tokenColor(name, 'dark')),
};

/** Every seventeenth value of each channel: 16 × 16 × 16 colours, black and white among them. */
function* grid() {
  const steps = Array.from({ length: 16 }, (_, index) => (index * 17).toString(16).padStart(2, '0'));
  for (const r of steps) for (const g of steps) for (const b of steps) yield `#${r}${g}${b}`;
}

test('any colour makes a readable brand in both themes', { timeout: 60_000 }, () => {
  const failures: string[] = [];
  const lowest = { text: 21, part: 21 };
  for (const primary of grid()) {
    const brand = deriveBrand(primary);
    for (const theme of ['light', 'dark'] as const) {
      const { grounds, surface } = themes[theme];
      const tokens = brand[theme];
      const text = Math.min(
        ...['--brand-solid', '--brand-hover', '--brand-active'].map((solid) =>
          contrast(tokens['--brand-on-solid'], tokens[solid as '--brand-solid']),
        ),
        ...[...grounds, tokens['--bg-selected'], tokens['--brand-tint']].map((ground) =>
          contrast(tokens['--text-link'], ground),
        ),
        contrast(tokens['--brand-deep'], tokens['--brand-shade']),
        contrast(tokens['--brand-deep'], tokens['--brand-glow']),
        // The texts that a brand does not change, on the one background that it replaces.
        ...plainTexts[theme].map((text) => contrast(text, tokens['--bg-selected'])),
      );
      const edge = tokens['--brand-border'];
      const part = contrast(edge === 'transparent' ? tokens['--brand-solid'] : edge, surface);
      lowest.text = Math.min(lowest.text, text);
      lowest.part = Math.min(lowest.part, part);
      if (text < 4.5 || part < 3 || tokens['--brand-solid'] !== primary) failures.push(`${primary} ${theme}`);
    }
  }
  expect(failures).toEqual([]);
});

test('the glows of a branded panel have the hue of the brand in both themes', () => {
  for (const primary of ['#7a1fa2', '#c62828', '#0d47a1', '#00735a', '#ef6c00']) {
    const { h } = hexToOklch(primary);
    for (const tokens of Object.values(deriveBrand(primary))) {
      for (const name of ['--brand-shade', '--brand-glow', '--panel-rose', '--panel-sun'] as const) {
        const turned = ((hexToOklch(tokens[name]).h - h) * 180) / Math.PI;
        const apart = Math.abs(((((turned + 180) % 360) + 360) % 360) - 180);
        expect(apart, `${name} of ${primary}`).toBeLessThan(60);
      }
    }
  }
});

test('a colour converted to OKLCH and back is the same', () => {
  for (const hex of [
    '#000000',
    '#ffffff',
    '#00735a',
    '#ff0000',
    '#00ff00',
    '#0000ff',
    '#808080',
    '#fcbb26',
  ]) {
    expect(oklchToHex(hexToOklch(hex))).toBe(hex);
  }
});

test('the style sheet has the brand for light and dark, and for a chosen theme', () => {
  const sheet = brandStyleSheet('#6D28D9');
  expect(sheet).toMatch(/^:root\{--brand-solid:#6d28d9;/);
  expect(sheet).toContain(
    '@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--brand-solid:#6d28d9',
  );
  expect(sheet).toContain(':root[data-theme=dark]{--brand-solid:#6d28d9');
});

test.each(['', 'red', '#fff', '#12345g', '#1234567', ' #123456', '#123456;}', '#123456\n'])(
  'what is no colour is refused: %j',
  (primary) => {
    expect(() => brandStyleSheet(primary)).toThrow(RangeError);
  },
);

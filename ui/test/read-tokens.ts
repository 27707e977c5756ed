import { readFileSync } from 'node:fs';

import { readColors, type Theme } from '#tokens/color-tokens.ts';

const read = (sheet: string) => readFileSync(new URL(`../src/tokens/${sheet}`, import.meta.url), 'utf8');

/** The text of tokens.css, for tests: they read the file itself, because a copy could differ from it. */
export const tokensCss = read('tokens.css');

const colors = new Map(
  readColors(tokensCss + read('call-colors.css') + read('overlays.css')).map((color) => [color.name, color]),
);

/** A colour token as `#rrggbb`. Throws for an unknown name. */
export function tokenColor(name: string, theme: Theme): string {
  const value = colors.get(name)?.[theme];
  if (!value) throw new Error(`No style sheet of tokens has the colour ${name}.`);
  return value;
}

/** What holds for the style sheets of all workspaces: the widths from which a layout changes, and what moves. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sheets = globSync('{dashboard,sign-in,ui}/src/**/*.css', { cwd: root })
  .toSorted()
  .map((file) => ({ file, css: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));

/** Widths that are not breakpoints, and why. */
const otherWidths = [
  // The picture beside the form is drawn larger on a large screen.
  'sign-in/src/app/frame/brand-panel.module.css: min-width: 1800px',
  'sign-in/src/app/frame/brand-panel.module.css: min-width: 2300px',
];

test('a layout changes at a breakpoint', () => {
  const list = readFileSync(join(root, 'ui/src/tokens/breakpoints.ts'), 'utf8');
  const breakpoints = [...list.matchAll(/\w: (\d+)/g)].map(([, width]) => Number(width));
  expect(breakpoints).toEqual([576, 768, 992, 1200, 1440]);
  const allowed = breakpoints.flatMap((width) => [
    `min-width: ${width}px`,
    `max-width: ${(width - 0.02).toFixed(2)}px`,
  ]);
  const used = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/\(([^()]*width[^()]*)\)/g)].map(([, width = '']) => ({ file, width })),
    ),
  );
  const other = used
    .filter(({ width }) => !allowed.includes(width))
    .map(({ file, width }) => `${file}: ${width}`);
  expect(other).toEqual(otherWidths);
});

/** Animations that run as long as their element is shown, because something is loading (WCAG 2.2.2 excepts that). */
const whileLoading = [
  'ui/src/data/table/rows/header-row.module.css: pass',
  'ui/src/feedback/skeleton/skeleton.module.css: pulse',
  'ui/src/feedback/spinner/spinner.module.css: pulse',
  'ui/src/feedback/spinner/spinner.module.css: turn',
];

/** How long an `animation` runs, in seconds. Its first time is that of one round; a token of time is below a second. */
function lengthOf(value: string): number {
  const [, amount, unit] = /(?<![\w.-])(\d*\.?\d+)(ms|s)(?!\w)/.exec(value) ?? [];
  const round = value.includes('var(--time') ? 1 : Number(amount ?? 0) / (unit === 'ms' ? 1000 : 1);
  const [, rounds = '1'] = /\s(infinite|\d+(?:\.\d+)?)(?=\s|,|$)/.exec(value) ?? [];
  return rounds === 'infinite' ? Infinity : round * Number(rounds);
}

test('nothing moves for longer than five seconds, except while something loads', () => {
  const found = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/animation(?:-iteration-count)?:\s*([^;}]+)/g)]
      .flatMap(([, value = '']) => value.split(/,(?![^(]*\))/))
      .map((value) => ({ name: `${file}: ${value.trim().split(/\s/)[0]}`, length: lengthOf(value) })),
  );
  expect(found.length).toBeGreaterThan(5);
  expect([...new Set(found.filter(({ length }) => length > 5).map(({ name }) => name))].toSorted()).toEqual(
    whileLoading,
  );
});

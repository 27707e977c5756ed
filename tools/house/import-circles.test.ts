/** No file imports itself on the way round, neither at run time nor by a type; no room does. */
import { expect, test } from 'vitest';

import { roomOf } from './door-check.mjs';
import { findCircles } from './find-circles.mjs';
import { importsOf, readImports } from './imports.mjs';
import { resolveImport } from './resolve-import.mjs';
import { isTest } from './source-files.mjs';

const imports = readImports().flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));

test('no files import each other in a circle', () => {
  expect(findCircles(imports.map(({ from, to }) => [from, to]))).toEqual([]);
});

test('no rooms import each other in a circle', () => {
  const nameOf = (path: string) => `${path.split('/')[0]} ${roomOf(path)?.name ?? ''}`;
  const edges = imports
    .filter(({ from }) => !isTest(from))
    .map(({ from, to }) => [nameOf(from), nameOf(to)] as const)
    .filter(([from, to]) => from !== to);
  expect(findCircles(edges)).toEqual([]);
});

test('every way to import is read, and nothing in a comment or a text', () => {
  const code = `
    import one from './one.ts';
    import type { Two } from './two.ts';
    import './three.css';
    export { four } from './four.ts';
    export * from './five.ts';
    export const six = () => import('./six.ts');
    export type Seven = import('./seven.ts').Seven;
    // import './eight.ts';
    export const nine = "import './nine.ts'";`;
  expect(
    importsOf('file.ts', code)
      .map(({ specifier }) => specifier)
      .sort(),
  ).toEqual(['./five.ts', './four.ts', './one.ts', './seven.ts', './six.ts', './three.css', './two.ts']);
});

test.for([
  ['service/src/http/calls/routes.ts', '#flows/flows.ts', 'service/src/flows/flows.ts'],
  ['service/src/main.ts', '#dev/seed.ts', 'service/dev/seed.ts'],
  ['sign-in/src/main.tsx', '@app/contract/fields/limits.ts', 'contract/src/fields/limits.ts'],
  ['sign-in/src/main.tsx', './config.ts', 'sign-in/src/config.ts'],
  ['tools/start.mjs', '#tools/command/root.mjs', 'tools/command/root.mjs'],
  ['ui/src/feedback/toast/toast.tsx', 'react', undefined],
  ['service/src/main.ts', 'node:fs', undefined],
] as const)('%s: %s', ([from, specifier, to]) => {
  expect(resolveImport(from, specifier)).toBe(to);
});

test.for([
  [
    'a line',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ],
    [],
  ],
  [
    'two files',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [['a', 'b']],
  ],
  [
    'a longer way round',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ],
    [['a', 'b', 'c']],
  ],
  [
    'two circles',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'c'],
    ],
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
] as [string, [string, string][], string[][]][])('circles are found in %s', ([, edges, circles]) => {
  const found = findCircles(edges).map((circle) => circle.sort().join());
  expect(found.sort()).toEqual(circles.map((circle) => circle.join()));
});

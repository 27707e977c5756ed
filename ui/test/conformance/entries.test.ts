// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string>;
};

/** Entries that are not components, so they have no story. */
const notComponents = [
  './after-hydration',
  './base.css',
  './brand',
  './breakpoints',
  './build/*',
  './color-tokens',
  './field',
  './icons/*',
  './provider',
];

const components = Object.entries(entries).filter(([entry]) => !notComponents.includes(entry));

test('every entry of the library leads to a file', () => {
  expect(notComponents.filter((entry) => !(entry in entries))).toEqual([]);
  const missing = Object.values(entries).filter(
    (file) => !existsSync(new URL(file.replace(/\*.*/, ''), root)),
  );
  expect(missing).toEqual([]);
});

test('every component has stories and a page beside it', () => {
  const missing = components.flatMap(([, file]) =>
    ['.stories.tsx', '.mdx']
      .map((ending) => file.replace(/\.tsx?$/, ending))
      .filter((beside) => !existsSync(new URL(beside, root))),
  );
  expect(missing).toEqual([]);
});

test('every component has a conformance case', () => {
  const missing = components.filter(([, file]) => {
    const [, , group] = file.split('/');
    const cases = readFileSync(new URL(`test/conformance/${group}.conformance.tsx`, root), 'utf8');
    return !cases.includes(`'${file.replace('./src/', '#')}'`);
  });
  expect(missing).toEqual([]);
});

test('every component has faults that its tests catch', () => {
  const missing = components.filter(([, file]) => {
    const [, , group, component] = file.split('/');
    const faults = readFileSync(new URL(`../workshop/faults/${group}.json`, root), 'utf8');
    return !faults.includes(`"ui/src/${group}/${component}`);
  });
  expect(missing).toEqual([]);
});

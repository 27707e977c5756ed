/** What the built scripts use that one of the oldest browsers lacks, and what becomes of a style there. Needs `npm run build`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { newerUses } from '@app/testing/older-browsers/newer-script.ts';
import { olderStyles } from '@app/testing/older-browsers/older-styles.ts';

const root = join(import.meta.dirname, '../..');
/** What the apps add before they start. */
const added = readFileSync(join(root, 'session/src/older-browsers/built-ins.ts'), 'utf8');
/** React calls them only in a transition that it began with `startViewTransition`, for which it asks. */
const ofReact = ['.navigate', '.skipTransition'];

for (const app of ['sign-in', 'dashboard'])
  test(`the scripts of ${app} use nothing newer than the oldest browsers but what the app adds`, () => {
    const assets = join(root, app, 'dist/client/assets');
    const names = readdirSync(assets).filter((name) => /^(?!built-ins-).*\.js$/.test(name));
    const scripts = names.map((name) => readFileSync(join(assets, name), 'utf8'));
    expect(scripts.length).toBeGreaterThan(5);
    const missing = [...newerUses(scripts)].filter(
      ([name]) =>
        !ofReact.includes(name) && !new RegExp(`\\b${name.replace(/.*\./, '')}\\b[:(<]`).test(added),
    );
    expect(missing).toEqual([]);
  });

test('what is newer in a script is found, and not where the script asks for it first', () => {
  const found = (code: string): string[] => [...newerUses([code]).keys()];
  expect(
    found('a.toSorted(); new Intl.Segmenter(); Promise.withResolvers(); f(() => b.showPopover())'),
  ).toEqual(['.toSorted', '.Segmenter', 'Promise.withResolvers', '.showPopover']);
  expect(found('a.sort(); new Map(); Promise.all([]); c.value = structuredClone(d)')).toEqual([]);
  expect(found('class A { static { b() } }; c.replace(/(?<=d)e/, RegExp(`(?<!d)`))')).toEqual([
    'static block',
    'lookbehind',
  ]);
  expect(
    found(
      '"any" in AbortSignal && AbortSignal.any([]); a.toSorted?.(); try { new Intl.Segmenter() } catch {}',
    ),
  ).toEqual([]);
  expect(() => found('/[\\p{L}--a]/v')).toThrow(SyntaxError);
});

for (const [style, older] of [
  ['a{--b:light-dark(red,blue);color:var(--b)}', 'a{--b:newer-light-dark(red,blue);color:var(--b)}'],
  [
    'a{width:10cqi;height:1dvh;text-wrap:balance}',
    'a{width:10newercqi;height:1dvh;newer-text-wrap:newer-balance}',
  ],
  ['a:has(b):not(c){e:f}', 'a:newer-has(b):not(c){e:f}'],
  ['@media (width<=9px){a{b:c}}', '@media (newer-width<=9px){a{b:c}}'],
  [
    '@media (max-width:9px) and (scripting:none){a{b:c}}',
    '@media (max-width:9px) and (newer-scripting:none){a{b:c}}',
  ],
  ['@supports (width:1cqi){a{b:c}}', '@supports (width:1newercqi){a{b:c}}'],
  [
    '@layer a{b{color:#0d1e2f;background:url(c1d.svg)}}',
    '@layer a{b{color:#0d1e2f;background:url(c1d.svg)}}',
  ],
])
  test(`an older browser drops what it does not know of ${style}`, () => {
    expect(olderStyles(style ?? '')).toBe(older);
  });

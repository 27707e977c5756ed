/** A screen that shows the words of another area loads them: opened first, it would show their keys instead. */
import { expect, test } from 'vitest';

import { areasOf } from './areas.ts';

const sources = import.meta.glob<string>('../screens/*/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('every area loads the words that its screens ask for', () => {
  const missing: string[] = [];
  let asked = 0;
  for (const [path, source] of Object.entries(sources)) {
    if (path.endsWith('.test.tsx')) continue;
    const folder = path.split('/')[2];
    const area = areasOf(true).find(({ name }) => name === folder);
    if (!area) throw new Error(`no area has the folder ${folder}`);
    for (const [call] of source.matchAll(/useTexts(?:<[^>]*>)?\([^)]*\)/g))
      for (const [, name = ''] of call.matchAll(/'([\w-]+)'/g)) {
        asked += 1;
        const loaded: readonly string[] = ['frame', area.name, ...(area.texts ?? [])];
        if (!loaded.includes(name)) missing.push(`${path} asks for ${name}`);
      }
  }
  expect(asked).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { keysOf } from '@app/texts/test/catalogue-keys.ts';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(src, name), 'utf8'))
  .join('\n');

/** The words of a failure have its kind for a name, which the compiler checks (`auth/failure-words.ts`). */
const failures = readFileSync(join(src, '../../session/src/calls/failure.ts'), 'utf8');
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) || (key.startsWith('errors.') && failures.includes(`'${key.slice(7)}'`));

const folders = ['locales', 'locales/later'].map((name) => join(src, 'i18n', name));

test.each(folders)('every text of %s is used', (folder) => {
  expect(keysOf(folder).filter((key) => !isUsed(key))).toEqual([]);
});

test('no key is in both catalogues', () => {
  const [first, later] = folders.map((folder) => keysOf(folder));
  expect(first?.filter((key) => later?.includes(key))).toEqual([]);
});

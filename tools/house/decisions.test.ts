/** docs/decisions/README.md lists every decision record by its title. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

const folder = join(root, 'docs/decisions');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

test('the index lists every record once, by its title', () => {
  const titles = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .map((file) => `- [${read(file).split('\n', 1)[0]?.replace('# ', '')}](${file})`);
  const listed = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(listed.toSorted()).toEqual(titles.toSorted());
});

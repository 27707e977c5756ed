/** The table of settings for operators has every environment variable with its default. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { variableDefaults } from './setting-variables.ts';

test('docs/reference.md lists every variable with its default, and no other', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/reference.md'), 'utf8');
  const section = guide.slice(guide.indexOf('\n## Settings\n'), guide.indexOf('\n## Lines of the log\n'));
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]*)`)? *\| (\S.*\S) *\|$/gm)];
  const listed = Object.fromEntries(rows.map(([, name = '', preset]) => [name, preset]));
  expect(listed).toEqual(variableDefaults);
});

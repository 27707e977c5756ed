import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { settingsTable } from './settings-table.ts';

/** The cells of a table's rows, without the padding that Prettier adds. */
const cellsOf = (table: string): string[][] =>
  [...table.matchAll(/^\| (?!-)(.*) \|$/gm)].map(([, row = '']) =>
    row.split(' |').map((cell) => cell.trim()),
  );

test('docs/reference.md has the table of the settings: npm run draw settings writes it', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/reference.md'), 'utf8');
  const section = guide.slice(guide.indexOf('\n## Settings\n'), guide.indexOf('\n## Lines of the log\n'));
  expect(cellsOf(section)).toEqual(cellsOf(settingsTable()));
});

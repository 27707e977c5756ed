/** docs/asvs.md: every requirement of ASVS 5.0 of levels 1 and 2, its verdict, and by which test it is shown. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

import { countsOf, problemsOfAsvs, readAsvs, requiredOf } from './asvs-table.mjs';
import levels from './asvs-levels.json' with { type: 'json' };

const required = requiredOf(levels);
const files = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n'));
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

test('the levels are those of ASVS 5.0.0: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const all = Object.values(levels).flat();
  expect([1, 2, 3].map((level) => all.filter((each) => each === level).length)).toEqual([70, 183, 92]);
});

test('every requirement of levels 1 and 2 has a verdict that can be checked', () => {
  expect(problemsOfAsvs(page, { required, files })).toEqual([]);
});

test.each([1, 2])('the counts of level %i are those of its rows', (level) => {
  const counts = countsOf(readAsvs(page, required), level);
  const row = [`Level ${level}`, ...counts, counts.reduce((sum, count) => sum + count, 0)];
  expect(page.replaceAll(/ +/g, ' ')).toContain(`| ${row.join(' | ')} |`);
});

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const good = row('1.1.1', '2', 'met', 'Decoded once: `a/b.test.ts`');

test.each([
  ['a good row', good, []],
  ['no row', '', ['1.1.1: no row']],
  ['two rows', `${good}\n${good}`, ['1.1.1: two rows']],
  ['a row and the list', `Not applicable:\n\n- LDAP 1.1.1\n\n${good}`, ['1.1.1: two rows']],
  ['the list', 'Not applicable, because:\n\n- LDAP 1.1.1\n', []],
  ['another level', row('1.1.1', '1', 'met', '`a/b.test.ts`'), ['1.1.1: its level is 2']],
  ['another verdict', row('1.1.1', '2', 'mostly', 'x'), ['1.1.1: "mostly" is not a verdict']],
  ['met without a test', row('1.1.1', '2', 'met', '`a/b.ts`'), ['1.1.1: met without a test or a document']],
  ['met by a document', row('1.1.1', '2', 'met', '`a/b.md`'), []],
  ['a missing file', row('1.1.1', '2', 'met', '`a/c.test.ts`'), ['1.1.1: no file a/c.test.ts']],
  ['no word', row('1.1.1', '2', 'operator', ''), ['1.1.1: says nothing']],
  ['an accepted deviation', row('1.1.1', '2', 'deviation, accepted', 'why'), []],
  [
    'an imposed one without its section',
    row('1.1.1', '2', 'deviation, imposed', 'why'),
    ['1.1.1: imposed, and no section is named'],
  ],
])('%s', (_, text, problems) => {
  const sources = { required: new Map([['1.1.1', 2]]), files: new Set(['a/b.ts', 'a/b.md', 'a/b.test.ts']) };
  expect(problemsOfAsvs(text, sources)).toEqual(problems);
});

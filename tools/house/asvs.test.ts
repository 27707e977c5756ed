/** docs/asvs.md: every requirement of ASVS 5.0 of levels 1 and 2, its verdict, and where and by which test it is shown. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

import { countsOf, kinds, problemsOfAsvs, readAsvs, requiredOf, verdicts } from './asvs-table.mjs';
import levels from './asvs-levels.json' with { type: 'json' };

const required = requiredOf(levels);
const files = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n'));
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

test('the levels are those of ASVS 5.0.0: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const all = Object.values(levels).flat();
  expect([1, 2, 3].map((level) => all.filter((each) => each === level).length)).toEqual([70, 183, 92]);
});

test('every requirement of levels 1 and 2 has a row that can be checked', () => {
  expect(problemsOfAsvs(page, { required, files })).toEqual([]);
  const { requirements } = readAsvs(page);
  expect(
    requirements.map(({ id }) => id),
    'in the order of the standard',
  ).toEqual([...required.keys()]);
});

test('the counts of the page are those of its rows', () => {
  const { requirements, deviations } = readAsvs(page);
  for (const level of [1, 2]) {
    const counts = countsOf(requirements, level);
    const row = [`Level ${level}`, ...counts, counts.reduce((sum, count) => sum + count, 0)];
    expect(page.replaceAll(/ +/g, ' ')).toContain(`| ${row.join(' | ')} |`);
    console.log(`ASVS level ${level}:`, Object.fromEntries(verdicts.map((name, at) => [name, counts[at]])));
  }
  const kindsOf = deviations.map(({ kind }) => kind);
  for (const kind of kinds)
    console.log(`deviations ${kind}: ${kindsOf.filter((each) => each === kind).length}`);
});

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const good = row('1.1.1', '2', 'met', 'Decoded once', '`a.ts`', '`a.test.ts`');

test.each([
  ['a good row', good, []],
  ['no row', '', ['1.1.1: no row']],
  ['two rows', `${good}\n${good}`, ['1.1.1: two rows']],
  ['another level', row('1.1.1', '1', 'met', 'x', '`a.ts`', '`a.test.ts`'), ['1.1.1: its level is 2']],
  ['another verdict', row('1.1.1', '2', 'mostly', 'x', '', ''), ['1.1.1: "mostly" is no verdict']],
  [
    'met without a place',
    row('1.1.1', '2', 'met', 'x', '', '`a.test.ts`'),
    ['1.1.1: met, and nobody knows where'],
  ],
  ['met without a test', row('1.1.1', '2', 'met', 'x', '`a.ts`', ''), ['1.1.1: met without a test']],
  ['met by a document', row('1.1.1', '2', 'met', 'x', '`a.md`', ''), []],
  ['a test that is none', row('1.1.1', '2', 'met', 'x', '`a.ts`', '`a.ts`'), ['1.1.1: a.ts is no test']],
  ['a missing file', row('1.1.1', '2', 'met', 'x', '`b.ts`', '`a.test.ts`'), ['1.1.1: no file b.ts']],
  ['no word', row('1.1.1', '2', 'not applicable', '', '', ''), ['1.1.1: says nothing']],
  [
    'a deviation without its reason',
    row('1.1.1', '2', 'deviation', 'x', '', ''),
    ['1.1.1: a deviation without its reason'],
  ],
  [
    'a deviation with it',
    `${row('1.1.1', '2', 'deviation', 'x', '', '')}\n${row('1.1.1', 'accepted', 'why', 'what limits it')}`,
    [],
  ],
  [
    'an imposed one without its section',
    `${row('1.1.1', '2', 'deviation', 'x', '', '')}\n${row('1.1.1', 'imposed', 'why', 'what limits it')}`,
    ['1.1.1: imposed, and no section is named'],
  ],
  [
    'a reason of what is met',
    `${good}\n${row('1.1.1', 'open', 'why', 'y')}`,
    ['1.1.1: a reason, and its row is no deviation'],
  ],
])('%s', (_, text, problems) => {
  const sources = { required: new Map([['1.1.1', 2]]), files: new Set(['a.ts', 'a.md', 'a.test.ts']) };
  expect(problemsOfAsvs(text, sources)).toEqual(problems);
});

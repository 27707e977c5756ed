/** Decision records have one form, and docs/decisions/README.md lists each of them with its date and status. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

const folder = join(root, 'docs/decisions');
const records = readdirSync(folder).filter((file) => file !== 'README.md');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Head {
  readonly title: string;
  readonly date: string;
  readonly status: string;
}

/** What is wrong with the form of a record, or its head. */
function headOf(text: string): Head | string {
  const [title = '', blank, line = ''] = text.split('\n');
  if (!title.startsWith('# ') || blank !== '') return 'begins with a title';
  const head = /^Date: (\d{4}-\d\d-\d\d) · Status: (accepted|superseded by \[[\w-]+\]\([\w-]+\.md\))$/.exec(
    line,
  );
  if (head === null) return 'has a line with date and status';
  const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
  if (sections.join() !== 'Context,Decision,Consequences')
    return 'has the sections context, decision, consequences';
  if (/^## \w+\n+(?:## |$(?![\s\S]))/m.test(text)) return 'has words in each section';
  return { title: title.slice(2), date: head[1] ?? '', status: head[2] ?? '' };
}

test.each(records)('%s has the form of a record', (file) => {
  expect(headOf(read(file))).toMatchObject({ title: expect.stringMatching(/\w/) });
});

test('the table lists every record with its date, status and title', () => {
  const rows = [...read('README.md').matchAll(/^\| \[.*$/gm)].map(([row]) => row.split(/ *\| */).slice(1, 5));
  const expected = records.map((file) => {
    const head = headOf(read(file));
    if (typeof head === 'string') throw new Error(`${file} ${head}`);
    return [`[${file.replace('.md', '')}](${file})`, head.date, head.status, head.title];
  });
  console.log(`decision records: ${records.length}, in the table: ${rows.length}`);
  expect(rows.map(([link, date, status]) => [link, date, status])).toEqual(
    expected.map(([link, date, status]) => [link, date, status]),
  );
  for (const [index, row] of rows.entries()) expect(row[3]).toContain(`${expected[index]?.[3]}. `);
});

describe('a wrong form is a fault', () => {
  const good =
    '# Cookies\n\nDate: 2026-11-21 · Status: accepted\n\n## Context\n\nA\n\n## Decision\n\nB\n\n## Consequences\n\nC\n';
  test('and a right one is none', () => {
    expect(headOf(good)).toEqual({ title: 'Cookies', date: '2026-11-21', status: 'accepted' });
    const superseded = good.replace('accepted', 'superseded by [tabs](tabs.md)');
    expect(headOf(superseded)).toMatchObject({ status: 'superseded by [tabs](tabs.md)' });
  });
  test.each([
    ['no title', good.replace('# Cookies', 'Cookies'), 'begins with a title'],
    ['no date', good.replace('2026-11-21', 'yesterday'), 'has a line with date and status'],
    ['another status', good.replace('accepted', 'proposed'), 'has a line with date and status'],
    [
      'a section too few',
      good.replace('## Decision', 'Decision'),
      'has the sections context, decision, consequences',
    ],
    ['a section more', `${good}\n## Notes\n\nD\n`, 'has the sections context, decision, consequences'],
    ['an empty section', good.replace('B\n\n', ''), 'has words in each section'],
  ])('%s', (_, text, fault) => {
    expect(headOf(text)).toBe(fault);
  });
});

import { expect, test } from 'vitest';

import { goalsOf, median, quantile, replaceSections, toMarkdown } from './figures.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

test('a quantile is a value that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1)]).toEqual([50, 99, 100]);
});

test('a missed target is marked, below when and where it was measured', () => {
  const text = toMarkdown(
    [{ title: 'Sizes', figures: [{ name: 'CSS', value: '9.1 kB', target: '≤ 8 kB', met: false }] }],
    'Measured today.',
  );
  expect(text).toContain('## Sizes\n\nMeasured today.\n\n| figure');
  expect(text).toContain('| CSS    |   9.1 kB | ≤ 8 kB ✗ missed |');
});

test('a run replaces the sections that it measured and keeps the others; the page gets no new ones', () => {
  const page = '# Figures\n\nHead.\n\n## A (3 mails)\n\nold\n\n## B\n\nkept\n';
  expect(replaceSections(page, '## A (4 mails)\n\nnew\n\n## C\n\nleft out\n')).toBe(
    '# Figures\n\nHead.\n\n## A (4 mails)\n\nnew\n\n## B\n\nkept\n',
  );
});

test('a page of goals shows the figures with a target', () => {
  const goal = { name: 'CSS', value: '7.1 kB', target: '≤ 8 kB', met: true };
  const other = { name: 'font', value: '22 kB' };
  expect(
    goalsOf([
      { title: 'Sizes', figures: [goal, other], note: 'How.' },
      { title: 'Memory', figures: [other] },
    ]),
  ).toEqual([{ title: 'Sizes', figures: [goal] }]);
});

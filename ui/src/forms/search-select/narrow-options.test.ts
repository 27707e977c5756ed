import { expect, test } from 'vitest';
import { readOption } from '#forms/options/options.ts';
import { mostOptions, narrowOptions } from './narrow-options.ts';

const options = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) =>
    readOption({ value: `${prefix}${index}`, label: `${prefix}${index}` }, {}),
  );
const all = () => true;
const none = () => false;
const count = (groups: readonly { options: readonly unknown[] }[]) =>
  groups.reduce((sum, group) => sum + group.options.length, 0);

test.each([
  [mostOptions - 1, mostOptions - 1, false],
  [mostOptions, mostOptions, false],
  [mostOptions + 1, mostOptions, true],
])('of %i matching options %i are listed; cut: %s', (given, listed, cut) => {
  const narrowed = narrowOptions([{ label: '', options: options(given) }], all, none);
  expect([count(narrowed.groups), narrowed.cut]).toEqual([listed, cut]);
});

test('the limit is of all groups together, and a chosen option is listed beyond it', () => {
  const groups = [
    { label: 'France', options: options(80, 'fr') },
    { label: 'Spain', options: options(80, 'es') },
  ];
  const narrowed = narrowOptions(groups, all, (value) => value === 'es79');
  expect(narrowed.groups.map((group) => group.options.length)).toEqual([80, 21]);
  expect(narrowed.groups[1]?.options.at(-1)?.value).toBe('es79');
});

test('a group without a match is left out, and a chosen option that does not match, too', () => {
  const groups = [
    { label: 'France', options: options(2, 'fr') },
    { label: 'Spain', options: options(2, 'es') },
  ];
  const narrowed = narrowOptions(
    groups,
    ({ label }) => label.startsWith('es'),
    (value) => value === 'fr0',
  );
  expect(narrowed.groups.map(({ label }) => label)).toEqual(['Spain']);
});

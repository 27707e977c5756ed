/** Each address of a text becomes a row, or is named as left out. */
import { expect, it } from 'vitest';

import { createRandom } from '#test/random.ts';

import { readText } from './read-list.ts';

it.each([
  ['separators mixed in a line', 'ivy@a.test ben@b.test; cara@c.test,dora@d.test | eve@e.test'],
  ['separators that change from line to line', 'ivy@a.test;ben@b.test\ncara@c.test,dora@d.test\neve@e.test'],
  ['a title above a list', 'Mailing list\nivy@a.test, ben@b.test\ncara@c.test, dora@d.test eve@e.test'],
  [
    'names and bare addresses',
    'Ivy <ivy@a.test> ben@b.test; "Fox, Cara" <cara@c.test> (dora@d.test), eve@e.test',
  ],
])('makes a row of every address: %s', (_, text) => {
  expect(readText(text).people.map(({ email }) => email)).toEqual([
    'ivy@a.test',
    'ben@b.test',
    'cara@c.test',
    'dora@d.test',
    'eve@e.test',
  ]);
});

it('names the addresses of a table that are outside of its column', () => {
  const { people, leftOut } = readText(
    'Name;Email;Notes\nIvy;ivy@a.test;see ben@b.test\nBen;cara@c.test;ivy@a.test',
  );
  expect([people.map(({ email }) => email), leftOut]).toEqual([
    ['ivy@a.test', 'cara@c.test'],
    ['ben@b.test'],
  ]);
  const onlyPrivate = readText('Work email;Private email\n;ivy@a.test\n;ben@b.test');
  expect(onlyPrivate.people.map(({ email }) => email)).toEqual(['ivy@a.test', 'ben@b.test']);
});

it('loses none of the known addresses of 6,000 random texts', () => {
  const random = createRandom(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const between = [', ', ',', '; ', ';', ' ', '\n', '\r\n', '\t', ' | ', '\n\n', ' , ;', '>,', ' / '];
  const before = ['', '', '', 'Ivy Lang ', 'Team: ', '"Lang, Ivy" ', "'Ivy' ", 'Notes;', 'mailto:'];
  const titles = [
    '',
    '',
    'email\n',
    'Name,Email\n',
    'Work email;Private email;Notes\n',
    'Mailing list:\n',
    'Ivy\n',
  ];
  let addresses = 0;
  for (let round = 0; round < 6000; round += 1) {
    const known = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, n) => `p${round}.${n}@a.test`);
    addresses += known.length;
    const wrap = (address: string) =>
      pick([address, address, `<${address}>`, `(${address})`, `"${address}"`]);
    const text = pick(titles) + known.map((address) => pick(before) + wrap(address) + pick(between)).join('');
    const { people, leftOut, choices = [] } = readText(text);
    const rows = [...people, ...choices.flatMap((choice) => choice.people)];
    const shown = [...rows.map(({ email }) => email), ...leftOut].join('\n');
    expect(
      known.filter((address) => !shown.includes(address)),
      text,
    ).toEqual([]);
  }
});

it('reads 10,000 addresses of one line, and says so where more follow', () => {
  const known = Array.from({ length: 10_000 }, (_, n) => `person-${n}@northline.test`);
  for (const separator of [', ', ' ', ';']) {
    const list = readText(known.join(separator));
    expect([list.people.length, list.people.at(-1)?.email, list.isCut]).toEqual([
      10_000,
      known.at(-1),
      false,
    ]);
    expect(readText([...known, 'one@a.test', 'two@a.test'].join(separator)).isCut).toBe(true);
  }
});

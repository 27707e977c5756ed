import { expect, it } from 'vitest';

import { csvCell, csvRecord, neutralizeFormula } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 123', "'+49 30 123"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF20A1', "'\uFF20A1"],
  ["'=1", "'=1"],
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x; "=1,+2\r\n@3\t-4', "x; \"'=1,'+2\r\n'@3\t'-4"],
  ['x,;\uFF1D1', "x,;'\uFF1D1"],
  ['Lovell-Day, Ada; R+D', 'Lovell-Day, Ada; R+D'],
  ['a=1', 'a=1'],
  ['ada@northline.test', 'ada@northline.test'],
  ['', ''],
])('G7: neutralizes the formula %j as %j', (text, cell) => {
  expect(neutralizeFormula(text)).toBe(cell);
});

it.each([
  ['plain', 'plain'],
  ['one, two', '"one, two"'],
  ['one; two', '"one; two"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['\r=1', '"\'\r\'=1"'],
  ['=HYPERLINK("https://evil.test","x")', '"\'=HYPERLINK(""https://evil.test"",""x"")"'],
  [' padded ', '" padded "'],
  ['\u200B=1', "'=1"],
  ['Eve \u202Emoc.live', 'Eve moc.live'],
  ['\u{1F469}\u200D\u{1F4BB}', '\u{1F469}\u200D\u{1F4BB}'],
  ['half \uD83D', 'half \uFFFD'],
])('writes the cell %j as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it('ends a record with CRLF, and leaves a missing cell empty', () => {
  expect(csvRecord(['a', undefined, 'c,d'])).toBe('a,,"c,d"\r\n');
});

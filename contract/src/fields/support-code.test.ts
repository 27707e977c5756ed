import { expect, test } from 'vitest';

import { supportCodeOf } from './support-code.ts';
import { parseSupportCode } from './typed-support-code.ts';

let seed = 1;
/** A UUID of the same pseudo-random numbers in every run. */
function randomUUID(): string {
  const digit = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 16).toString(16);
  };
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit);
}

test('a request has one code of eight characters that cannot be taken for one another', () => {
  expect(supportCodeOf('00000000-0000-4000-8000-000000000000')).toBe('0000-0000');
  expect(supportCodeOf('ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('ZZZZ-ZZZZ');
  expect(supportCodeOf('00000000-01ff-4000-8000-000000000000')).toBe('0000-0001');
  expect(supportCodeOf('00000000-21ff-4000-8000-000000000000')).toBe('0000-0011');
  const codes = Array.from({ length: 10_000 }, () => supportCodeOf(randomUUID()) ?? '');
  expect(codes.filter((code) => !/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test('an id that is not a UUID has no code', () => {
  for (const id of ['', 'req-1', '../../etc', '00000000', 'zzzzzzzz-0000-4000-8000-000000000000'])
    expect(supportCodeOf(id), id).toBeUndefined();
});

test('what was read aloud is understood', () => {
  for (const typed of [
    '4F01-92QX',
    '4f01-92qx',
    '4FO1-92QX',
    ' 4foi 92qx ',
    '4 f o l 9 2 q x',
    '4F01–92QX',
    '4F.01.92.QX',
    '４Ｆ０１９２ＱＸ',
  ])
    expect(parseSupportCode(typed), typed).toBe('4F01-92QX');
});

test('every code is understood as itself, and other text as none', () => {
  for (let n = 0; n < 1000; n += 1) {
    const code = supportCodeOf(randomUUID()) ?? '';
    expect(parseSupportCode(code)).toBe(code);
  }
  for (const typed of [
    '',
    '4F01-92Q',
    '4F01-92QXX',
    '4F01-92QU',
    '4F01-92Q%',
    'ädfg-hjkm',
    '😀😀😀😀😀😀😀😀',
  ])
    expect(parseSupportCode(typed), typed).toBeUndefined();
});

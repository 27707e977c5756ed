/** Texts that a field of a form, a parameter or a line of a report never has. */
import fc from 'fast-check';

/** An answer that contains it unescaped would run it. */
export const script = '"><svg/onload=alert(1)>';

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\nset-cookie: a=b',
    script,
    '${7*7}',
    '%',
    '%00',
    '\ud800',
    '\uffff',
    '\u202e',
    'İ',
    '__proto__',
    'constructor',
    'null',
    '-1',
    '1e999',
    '99999999-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    "'; drop table accounts; --",
    'x'.repeat(5000),
    '😀'.repeat(600),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

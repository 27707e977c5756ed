import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { contextData, currentPassword, email, fieldProblems } from './fields.ts';
import { code, handle } from './handles.ts';

const problemOf = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? undefined : result.issues[0].message;
};

describe('email', () => {
  it.each([
    ['ada@northline.test', 'ada@northline.test'],
    ['  Ada@Northline.TEST ', 'ada@northline.test'],
    ["o'neil+tag@mail.example.co.uk", "o'neil+tag@mail.example.co.uk"],
    ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
    ['Anna@MÜLLER-X.de', 'anna@xn--mller-x-n2a.de'],
    ['anna@mu\u0308ller-x.de', 'anna@xn--mller-x-n2a.de'],
    ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    // Invisible characters that come with a copied address.
    ['ben@northline.test\u200B', 'ben@northline.test'],
    ['\uFEFF\u2060ben@north\u00ADline.test\u00A0', 'ben@northline.test'],
    ['\u202Aben@northline.test\u202C', 'ben@northline.test'],
    [`${'a'.repeat(64)}@b.test`, `${'a'.repeat(64)}@b.test`],
  ])('takes %j as %j', (typed, kept) => {
    expect(v.parse(email, typed)).toBe(kept);
  });

  it('says that an empty one is required', () => {
    expect(problemOf(email, '   ')).toBe('is_required');
  });

  // Spellings that mail programs have read as several recipients, as headers or as another address (threats A8, D8).
  const hostile = [
    'ada@corp.test\r\nBcc: evil@x.test',
    'ada@corp.test\nevil@x.test',
    'ada@corp.test, evil@x.test',
    'ada@corp.test;evil@x.test',
    'ada@corp.test evil@x.test',
    '<ada@corp.test>',
    'Ada <ada@corp.test>',
    'group:ada@corp.test;',
    '"ada evil"@corp.test',
    '"ada@x.test"@corp.test',
    'ada@corp.test\u2028evil@x.test',
    'ada\u0000@corp.test',
    'ada@[127.0.0.1]',
    'ada@corp@x.test',
    'ada(comment)@corp.test',
    'ada@corp.test%0d%0aBcc:evil@x.test',
    '.ada@corp.test',
    'ada..b@corp.test',
    'ada@corp..test',
    'ada@-corp.test',
    'ada@corp',
    'ada@',
    '@corp.test',
    'ada@127.0.0.1',
    'аda@corp.test',
    // Signs that are, or look like, a letter of ASCII once they are lower-cased: the Kelvin sign is a k.
    'mi\u212Ae@corp.test',
    'ada@nor\u212A.test',
    'm\u0130ke@corp.test',
    'mi\u017Fs@corp.test',
    'ada\uFF20corp.test',
    'ada@\u202Etset.proc',
    'ada@\uFF43orp.test',
    'ada@müller..de',
    'ada@mü ller.de',
    'ada@müller.de/x',
    'ada@\u00BD.test',
    `${'a'.repeat(65)}@b.test`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.test`,
  ];
  it.each(hostile)('D8: refuses %j', (typed) => {
    expect(problemOf(email, typed)).toBe('is_invalid');
  });

  it.each([undefined, null, 7, {}, ['ada@northline.test']])('refuses %j, which is no text', (value) => {
    expect(problemOf(email, value)).toBe('is_invalid');
  });
});

describe('code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u2013456', '123456'],
    ['000000', '000000'],
    // Arabic, Persian, Devanagari and full-width digits; one of the mathematical ones.
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३ ४५६', '123456'],
    ['１２３４５６', '123456'],
    ['12345𝟲', '123456'],
    ['Your code is 123456. It is valid for 10 minutes.', '123456'],
    ['Your code is valid for 10 minutes: 510382', '510382'],
    ['Ihr Code: 510 382, gültig bis 14:05', '510382'],
  ])('takes %j as %j', (typed, kept) => {
    expect(v.parse(code, typed)).toBe(kept);
  });

  it.each(['12345', '1234567', '12345a', '12.456', '123456 or 654321', 'valid for 10 minutes: 51038'])(
    'refuses %j',
    (typed) => {
      expect(problemOf(code, typed)).toBe('is_invalid');
    },
  );

  it('says that an empty one is required', () => {
    expect(problemOf(code, ' - ')).toBe('is_required');
  });
});

describe('current password', () => {
  it('is taken as typed, spaces and all', () => {
    expect(v.parse(currentPassword, '  pass word ')).toBe('  pass word ');
  });
  it('is required, and bounded', () => {
    expect(problemOf(currentPassword, '')).toBe('is_required');
    expect(problemOf(currentPassword, 'x'.repeat(1025))).toBe('is_invalid');
  });
});

describe('handle', () => {
  it('has a bound and no control characters', () => {
    expect(v.parse(handle, 'abc-_')).toBe('abc-_');
    expect(problemOf(handle, 'x'.repeat(513))).toBe('is_invalid');
    expect(problemOf(handle, 'a\nb')).toBe('is_invalid');
  });
});

describe('context data', () => {
  it('keeps what the script collected', () => {
    expect(v.parse(contextData, { deviceToken: 'abc', screen: [1, 2] })).toEqual({
      deviceToken: 'abc',
      screen: [1, 2],
    });
  });
  it('has a bound in bytes, and is an object', () => {
    expect(problemOf(contextData, { note: 'é'.repeat(2100) })).toBe('is_too_long');
    expect(problemOf(contextData, 'text')).toBe('is_invalid');
    expect(problemOf(contextData, { deviceToken: 7 })).toBe('is_invalid');
  });
});

describe('fieldProblems', () => {
  const form = v.object({ email, password: currentPassword });

  it('names the first problem of each field', () => {
    expect(fieldProblems(form, { email: 'ada@', password: '' })).toEqual({
      email: 'is_invalid',
      password: 'is_required',
    });
  });
  it('calls a field that is not there required', () => {
    expect(fieldProblems(form, { email: 'ada@northline.test' })).toEqual({ password: 'is_required' });
  });
  it('is empty for a form that is fine', () => {
    expect(fieldProblems(form, { email: 'ada@northline.test', password: 'x' })).toEqual({});
  });
});

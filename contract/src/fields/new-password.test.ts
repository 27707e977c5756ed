import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import {
  companyName,
  newPassword,
  passwordRequirements,
  passwordsMatch,
  requirementsMet,
} from './new-password.ts';

const problemOf = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? undefined : result.issues[0].message;
};
const missing = (password: string) =>
  passwordRequirements.filter((requirement) => !requirementsMet(password)[requirement]);

describe('the requirements', () => {
  it('are listed in the specified order', () => {
    expect(passwordRequirements).toEqual(['length', 'lowercase', 'number', 'special', 'uppercase']);
  });

  it.each([
    ['', ['length', 'lowercase', 'number', 'special', 'uppercase']],
    ['aaaaaaa', ['length', 'number', 'special', 'uppercase']],
    ['aaaaaaaa', ['number', 'special', 'uppercase']],
    ['AAAAAAAA', ['lowercase', 'number', 'special']],
    ['12345678', ['lowercase', 'special', 'uppercase']],
    ['Abcdefg1', ['special']],
    // A space, a letter's mark and a control character are no special characters.
    ['Abc defg 1', ['special']],
    ['Abcdéfg1', ['special']],
    ['Abcdefg1\u0007', ['special']],
    ['Abcdefg1!', []],
    ['Жжжжжжж1€', []],
    // Digits of every script; eight code points outside the basic plane are eight characters.
    ['Abcdefg٣_', []],
    ['😀😀😀😀😀😀😀', ['length', 'lowercase', 'number', 'uppercase']],
    // NFKC: full-width letters and digits are what they look like.
    ['Ａｂｃｄｅｆ１！', []],
  ])('%j lacks %j', (password, lacks) => {
    expect(missing(password)).toEqual(lacks);
  });
});

describe('a new password', () => {
  it.each([
    ['', 'is_required'],
    ['Short1!', 'is_too_short'],
    [' Kestrel-27!', 'is_padded'],
    ['Kestrel-27! ', 'is_padded'],
    ['Kestrel-27!\u00a0', 'is_padded'],
    ['kestrel-harbour-27!', 'is_too_weak'],
    ['Kestrel Harbour 27', 'is_too_weak'],
    ['Kestrel-27!\ud800', 'is_invalid'],
    [`Aa1!${'x'.repeat(125)}`, 'is_too_long'],
    [`Aa1!${'x'.repeat(2000)}`, 'is_too_long'],
    [12345678, 'is_invalid'],
    [null, 'is_invalid'],
  ])('%j is refused as %s', (password, problem) => {
    expect(problemOf(newPassword, password)).toBe(problem);
  });

  it.each([
    'Kestrel-Harbour-27!',
    'Kestrel Harbour 27!',
    `Aa1!${'x'.repeat(124)}`,
    `Aa1!${'😀'.repeat(124)}`,
  ])('%j is taken as it is', (password) => {
    expect(v.parse(newPassword, password)).toBe(password);
  });
});

describe('the confirmation', () => {
  it('is the same when it was typed on another keyboard', () => {
    expect(passwordsMatch('Zo\u00eb-2027-Hafen', 'Zoe\u0308-2027-Hafen')).toBe(true);
  });
  it.each(['kestrel-harbour-27!', 'Kestrel-Harbour-27', '', 'Kestrel-Harbour-27! '])('is not %j', (typed) => {
    expect(passwordsMatch('Kestrel-Harbour-27!', typed)).toBe(false);
  });
});

describe('the name of a company', () => {
  it.each([
    ['  Vox & Söhne GmbH ', 'Vox & Söhne GmbH'],
    ["O'Neil <phones>", "O'Neil <phones>"],
  ])('%j is kept as %j', (typed, kept) => {
    expect(v.parse(companyName, typed)).toBe(kept);
  });
  it.each([
    ['   ', 'is_required'],
    ['a\r\nBcc: b@c.test', 'is_invalid'],
    ['x'.repeat(101), 'is_too_long'],
  ])('%j is refused as %s', (typed, problem) => {
    expect(problemOf(companyName, typed)).toBe(problem);
  });
});

import { expect, it } from 'vitest';

import { isAuthoritative } from './google-token.ts';

const google = 'https://accounts.google.com';
const other = 'https://login.corp.test';

/**
 * Address, `hd`, issuer, and whether the first sign-in links immediately: by Google's rule, and by `verified-email`.
 */
const table: [
  email: string,
  hd: string | undefined,
  issuer: string,
  byRule: boolean,
  verifiedEmail: boolean,
][] = [
  ['ada@gmail.com', undefined, google, true, true],
  ['ada@gmail.com', undefined, 'accounts.google.com', true, true],
  ['ada@corp.test', 'corp.test', google, true, true],
  ['ada@corp.test', 'CORP.test', google, true, true],
  ['ada@corp.test', undefined, google, false, false],
  ['ada@corp.test', '', google, false, false],
  ['ada@corp.test', 'other.test', google, false, false],
  ['ada@corp.test', 'test', google, false, false],
  ['ada@mail.corp.test', 'corp.test', google, false, false],
  ['ada@corp.test', 'mail.corp.test', google, false, false],
  ['ada@corp.test', 'corp.test.', google, false, false],
  ['ada@corp.test', '@corp.test', google, false, false],
  ['ada@notgmail.com', undefined, google, false, false],
  ['ada@gmail.com.test', undefined, google, false, false],
  ['ada@mail.gmail.com', undefined, google, false, false],
  ['gmail.com@corp.test', undefined, google, false, false],
  ['ada@googlemail.com', undefined, google, false, false],
  ['ada@gmail.com', undefined, other, false, true],
  ['ada@gmail.com', undefined, 'https://accounts.google.com.evil.test', false, true],
  ['ada@gmail.com', undefined, `${google}/`, false, true],
  ['ada@corp.test', undefined, other, false, true],
  ['ada@corp.test', 'corp.test', other, true, true],
];

it.for(table)('%s with hd %s of %s', ([email, hostedDomain, issuer, byRule, verifiedEmail]) => {
  const identity = { email, hostedDomain, issuer };
  expect(isAuthoritative(identity, 'google')).toBe(byRule);
  expect(isAuthoritative(identity, 'verified-email')).toBe(verifiedEmail);
});

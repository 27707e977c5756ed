import { expect, test } from 'vitest';

import { isAdmin } from './is-admin.ts';

test.each<[string | undefined, boolean]>([
  ['["Admin"]', true],
  ['["User","Admin"]', true],
  [' [ "Admin" ] ', true],
  ['["admin"]', false],
  ['["ADMIN"]', false],
  ['["Admin "]', false],
  ['["Administrator"]', false],
  ['["Not Admin"]', false],
  ['[["Admin"]]', false],
  ['[{"name":"Admin"}]', false],
  ['[]', false],
  // This text contains 'Admin' but is not a list of roles.
  ['"Admin"', false],
  ['{"Admin":true}', false],
  ['{"0":"Admin","length":1}', false],
  ['null', false],
  ['true', false],
  ['Admin', false],
  ['["Admin"', false],
  ['', false],
  [undefined, false],
])('the roles claim %s makes an admin: %s', (roles, admin) => {
  expect(isAdmin({ 'custom:roles': roles })).toBe(admin);
});

test('a person who is not signed in is not an admin', () => {
  expect(isAdmin(undefined)).toBe(false);
  expect(isAdmin({})).toBe(false);
});

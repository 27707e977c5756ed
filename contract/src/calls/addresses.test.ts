/** Every call that takes an address reads it by the one rule: its domain in ASCII, without invisible characters. */
import * as v from 'valibot';
import { expect, it } from 'vitest';

import { invitationRow } from '#dashboard/invitations.ts';

import { endpoints } from './endpoints.ts';

const withAddress = [
  ...Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const entries =
      'body' in endpoint && endpoint.body && 'entries' in endpoint.body ? endpoint.body.entries : {};
    return 'email' in entries ? [[name, entries.email as v.GenericSchema] as const] : [];
  }),
  ['a row of invite', invitationRow.entries.email] as const,
];

it.each(withAddress)('%s reads a Unicode domain and a pasted address', (_, email) => {
  expect(v.parse(email, ' Anna@MÜLLER-X.de\u200B')).toBe('anna@xn--mller-x-n2a.de');
});

it('finds the calls with an address', () => {
  expect(withAddress.length).toBeGreaterThan(12);
});

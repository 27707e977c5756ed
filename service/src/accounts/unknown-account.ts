/**
 * The account of an address without an account: the same statements run for it and change nothing (threats A4, A5).
 */
import { randomUUID } from 'node:crypto';

import type { Account } from '#store/accounts/accounts.ts';

export const unknownAccount: Account = {
  id: randomUUID(),
  companyId: randomUUID(),
  email: 'nobody@invalid',
  name: '',
  method: 'password',
  status: 'active',
  language: 'en',
  roles: [],
};

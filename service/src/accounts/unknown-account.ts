/**
 * Stands for the account that an address does not have, so that the same statements run and change nothing (threats A4,
 * A5).
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

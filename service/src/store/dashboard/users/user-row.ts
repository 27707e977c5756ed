/** A row of the list of accounts, as the wire writes it. */
import { sql } from 'kysely';
import type { User } from '@app/contract/dashboard/users.ts';

import type { SecondStep } from '#store/connection/database.ts';

export interface UserRow extends Omit<
  User,
  'role' | 'secondStep' | 'lastSignInAt' | 'country' | 'addressLost'
> {
  is_admin: boolean;
  address_lost: boolean;
  second_step: SecondStep | null;
  country: string | null;
  last_sign_in_at: Date | null;
}

/** Columns of the account `a` and of its last sign-in `l`, which may be missing. */
export const userColumns = sql.raw(
  `a.id, a.name, a.email, a.method, a.second_step, a.status, a.address_lost_at is not null as address_lost, a.roles ? 'Admin' as is_admin, a.language, a.version,
    l.country, l.at as last_sign_in_at`,
);

export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  method: row.method,
  secondStep: row.second_step ?? 'company',
  status: row.status,
  ...(row.address_lost && { addressLost: true }),
  role: row.is_admin ? 'Admin' : 'User',
  language: row.language,
  ...(row.country !== null && { country: row.country }),
  ...(row.last_sign_in_at !== null && { lastSignInAt: row.last_sign_in_at.getTime() }),
  version: row.version,
});

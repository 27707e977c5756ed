/** What a person sees of their own account. */
import { sql } from 'kysely';
import type { OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { isSecondStepAsked } from '#store/accounts/factors.ts';
import { counted } from '#store/accounts/accounts.ts';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';
import type { SecondStep } from '#store/connection/database.ts';

interface Row extends Omit<OwnAccount, 'company' | 'role' | 'secondStep' | 'secondStepAsked'> {
  roles: string[];
  second_step: SecondStep;
  is_asked: boolean;
  company_id: string;
  company_name: string;
}

export async function findOwnAccount(db: Reader, accountId: string): Promise<OwnAccount | undefined> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email, a.method, a.language, a.roles, a.version,
      coalesce(a.second_step, c.second_step) as second_step,
      ${isSecondStepAsked} as is_asked, c.id as company_id, c.name as company_name
    from accounts a join companies c on c.id = a.company_id where a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { id, name, email, method, language, version } = row;
  return {
    id,
    name,
    email,
    method,
    language,
    role: row.roles.includes('Admin') ? 'Admin' : 'User',
    secondStep: row.second_step,
    ...(row.is_asked && { secondStepAsked: true as const }),
    company: { id: row.company_id, name: row.company_name },
    version,
  };
}

/** Sets the name and the language. */
export async function updateProfile(
  db: DurableTransaction,
  accountId: string,
  { name, language }: Pick<OwnAccount, 'name' | 'language'>,
): Promise<void> {
  await sql`update accounts set name = ${name}, language = ${language}, ${counted} where id = ${accountId}::uuid`.execute(
    db,
  );
}

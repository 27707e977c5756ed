/** What a mailed link spares: it proved the mailbox, so it counts as the code of one sign-in on its device. */
import { sql } from 'kysely';

import { unchanged } from '#store/accounts/accounts.ts';
import type { Part } from '#store/connection/at-once.ts';

/**
 * Consumes what such a link spares: a first part with a row only if the account is as it was when its password was
 * compared, and nobody has used it before.
 */
export const usingSparedCode = (
  account: { readonly accountId: string; readonly credentialVersion: number },
  device: Buffer,
  now: number,
): Part => sql`
  update devices d set code_spared_until = null, last_used_at = ${new Date(now)}
  from (select a.id from accounts a where ${unchanged(account)}) as of_account
  where d.account_id = of_account.id and d.device = ${device} and d.code_spared_until > ${new Date(now)}
  returning d.device`;

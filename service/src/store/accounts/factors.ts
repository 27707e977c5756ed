/** Factors of an account that its mailbox does not give: an authenticator app, passkeys, recovery codes. */
import { type RawBuilder, sql } from 'kysely';

/** Whether an account has a factor that a thief of the mailbox does not have. Recovery codes alone are none. */
export const hasFactor = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from authenticators f where f.account_id = ${accountId})
  or exists (select from passkeys f where f.account_id = ${accountId}))`;

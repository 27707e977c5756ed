/** Links that confirm an identity of Google's before it is linked to an account. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table links drop constraint links_kind_check`,
  `alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel', 'identity'))`,
  // The identity that the link is bound to, and the account's version when it was made: any change of its address,
  // method, password or status makes the link void.
  `alter table links add column issuer text, add column subject text, add column credential_version integer`,
  `alter table links add constraint links_identity_check check (
    (kind = 'identity') = (issuer is not null and subject is not null and credential_version is not null))`,
];

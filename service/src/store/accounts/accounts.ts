/** Companies, the domains they claimed, and the accounts in them. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Language, Strategy } from '@app/contract/fields/vocabulary.ts';

import { firstDid, type Part } from '#store/connection/at-once.ts';
import type { AccountStatus, Database, SecondStep } from '#store/connection/database.ts';
import { isIdle } from '#store/sign-in/devices.ts';
import { takingMailboxProof } from './mailbox-proofs.ts';
import { holdingResend } from '#store/sign-in/resend-holds.ts';
import {
  type Counter,
  reservation,
  toVerdict,
  type Verdict,
  type VerdictRow,
} from '#store/sign-in/throttles.ts';

export interface Account {
  readonly id: string;
  readonly companyId: string;
  /** Lower case; mails go to this address and never to one that a request brought. */
  readonly email: string;
  readonly name: string;
  readonly method: Strategy;
  readonly status: AccountStatus;
  readonly language: Language;
  readonly roles: readonly string[];
}

export interface Found {
  readonly account: Account | undefined;
  /** PHC string and pepper id of the account's password; undefined if it has none. */
  readonly password: { readonly hash: string; readonly keyId: string | null } | undefined;
  /** Of the account as it was found; a session opens only while it is the same. 0 without an account. */
  readonly credentialVersion: number;
  /** The account's own policy, or its company's. */
  readonly secondStep: SecondStep;
  /** Whether the account knows the device (false without a device, and for one that was not used for 90 days). */
  readonly knownDevice: boolean;
  /** Whether the device is known and spares the code where the policy asks unknown ones alone. */
  readonly provenDevice: boolean;
  /** Whether a mailed link that this browser has just used has proven the mailbox; that is used up now. */
  readonly mailboxProven: boolean;
  /** Whether a mailed link that confirmed the device counts as the code of this sign-in. */
  readonly codeSpared: boolean;
  /** Wrong codes of the account in a row. */
  readonly wrongCodesInARow: number;
  /** The method of the address's domain, if a company claimed it. */
  readonly domainMethod: Strategy | undefined;
}

/** Columns of an account, with the alias `a`. */
export const accountColumns = sql.raw(
  'a.id, a.company_id, a.email, a.name, a.method, a.status, a.language, a.roles',
);

export interface AccountRow {
  id: string;
  company_id: string;
  email: string;
  name: string;
  method: Strategy;
  status: AccountStatus;
  language: Language;
  roles: string[];
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  companyId: row.company_id,
  email: row.email,
  name: row.name,
  method: row.method,
  status: row.status,
  language: row.language,
  roles: row.roles,
});

/** What stands behind the `@` of an address: what a company can claim. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * All that a sign-in has to know of the address typed, and its place in the counters: one statement that costs the
 * same whether there is an account or not. With a place taken, `mailboxProof` (SHA-256) is used up. `device` is the SHA-256 of the device's id; a device that the account
 * knows is counted by `whenKnown`, everything else by `otherwise`. The place must be settled. With a place taken, the
 * next resend for the address is held until `hold.resendAt`.
 */
export async function findAndReserve(
  db: Kysely<Database>,
  email: string,
  { device, mailboxProof }: { readonly device: Buffer | null; readonly mailboxProof: Buffer | null },
  { whenKnown, otherwise }: { whenKnown: readonly Counter[]; otherwise: readonly Counter[] },
  hold: { readonly address: Buffer; readonly resendAt: number },
  now: number,
): Promise<{ found: Found; verdict: Verdict }> {
  const domain = domainOf(email);
  const isFree = sql<boolean>`exists (select from place where verdict = 'free')`;
  const { rows } = await sql<
    { [Column in keyof AccountRow]: AccountRow[Column] | null } & {
      password_hash: string | null;
      password_key_id: string | null;
      credential_version: number | null;
      second_step: SecondStep | null;
      known_device: boolean;
      proven_device: boolean;
      mailbox_proven: boolean;
      code_spared: boolean;
      wrong_codes: number;
      domain_method: Strategy | null;
    } & VerdictRow
  >`
    with found as materialized (
      select ${accountColumns}, a.password_hash, a.password_key_id,
        a.credential_version, coalesce(a.second_step, c.second_step) as second_step,
        d.device is not null as known_device, coalesce(d.proven, false) as proven_device,
        coalesce(d.code_spared_until > ${new Date(now)}, false) as code_spared,
        coalesce((select t.in_a_row from code_tries t where t.account_id = a.id), 0) as wrong_codes,
        (select d.method from domains d where d.domain = ${domain}) as domain_method
      from (select ${email}::text as email) typed
      left join accounts a on a.email = typed.email
      left join companies c on c.id = a.company_id
      left join devices d on d.account_id = a.id and d.device = ${device}::bytea
        and not ${isIdle(sql`d.last_used_at`, now)}
    )
    , place as materialized (
      select taken.*
      from found, ${reservation(sql<boolean>`found.known_device`, whenKnown, otherwise, now)} taken
    )
    , held as (${holdingResend(hold.address, hold.resendAt, isFree)})
    , proven as (${takingMailboxProof(mailboxProof, sql`(select id from found)`, now, isFree)})
    select found.*, place.*, exists (select from proven) as mailbox_proven from found, place`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the look-up of a sign-in gave no row');
  const { password_hash: hash } = row;
  return {
    found: {
      account: isAccount(row) ? toAccount(row) : undefined,
      password: hash === null ? undefined : { hash, keyId: row.password_key_id },
      credentialVersion: row.credential_version ?? 0,
      secondStep: row.second_step ?? 'always',
      knownDevice: row.known_device,
      provenDevice: row.proven_device,
      mailboxProven: row.mailbox_proven,
      codeSpared: row.code_spared,
      wrongCodesInARow: row.wrong_codes,
      domainMethod: row.domain_method ?? undefined,
    },
    verdict: toVerdict(row, row.known_device ? whenKnown : otherwise),
  };
}

const isAccount = (row: { [Column in keyof AccountRow]: AccountRow[Column] | null }): row is AccountRow =>
  row.id !== null;

/**
 * The account `a` is as it was when it was looked at, and stays so until the statement has ended: a change of its
 * password, method, status or address waits, or was first and leaves no row.
 *
 * @param changing whether the statement itself changes it: two of them that held it together would wait for each other
 */
export const unchanged = (
  { accountId, credentialVersion }: { readonly accountId: string; readonly credentialVersion: number },
  changing = false,
): RawBuilder<boolean> =>
  sql<boolean>`a.id = ${accountId} and a.credential_version = ${credentialVersion}
    for ${changing ? sql`no key update` : sql`share`} of a`;

/**
 * An invited account becomes active behind a first part that did something, if nothing about the account has changed
 * since it was looked at.
 */
export const activating = ({
  accountId,
  credentialVersion,
}: {
  readonly accountId: string;
  readonly credentialVersion: number;
}): Part => sql`
  update accounts set status = 'active', credential_version = credential_version + 1
  where id = ${accountId} and credential_version = ${credentialVersion} and status = 'unconfirmed' and ${firstDid}
  returning id`;

/** Keeps a stronger hash of the same password, unless the password has changed meanwhile. */
export async function replaceHash(
  db: Kysely<Database>,
  accountId: string,
  old: { readonly hash: string },
  next: { readonly hash: string; readonly keyId: string | null },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: next.hash, password_key_id: next.keyId })
    .where('id', '=', accountId)
    .where('password_hash', '=', old.hash)
    .execute();
}

/** Adds a company. `secondStep` is its policy; 'always' if it says nothing. */
export async function addCompany(
  db: Kysely<Database>,
  company: { id: string; name: string; secondStep?: SecondStep },
): Promise<void> {
  await db
    .insertInto('companies')
    .values({ id: company.id, name: company.name, second_step: company.secondStep ?? 'always' })
    .execute();
}

/** The name of a company, or undefined if there is none with that id. */
export const findCompanyName = async (db: Kysely<Database>, id: string): Promise<string | undefined> =>
  (await db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirst())?.name;

/** Claims a domain for a company: unknown addresses in it answer by `method`. */
export async function claimDomain(
  db: Kysely<Database>,
  claim: { domain: string; companyId: string; method: Strategy },
): Promise<void> {
  await db
    .insertInto('domains')
    .values({ domain: claim.domain.toLowerCase(), company_id: claim.companyId, method: claim.method })
    .execute();
}

export interface NewAccount extends Account {
  /** null or missing: the company's policy. */
  readonly secondStep?: SecondStep | null;
  /** Made by `passwords.hash`; missing for accounts that sign in another way. */
  readonly password?: { readonly hash: string; readonly keyId: string | null };
}

/** Adds an account. The email is kept in lower case; a second account with it is an error. */
export async function addAccount(db: Kysely<Database>, account: NewAccount): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: account.id,
      company_id: account.companyId,
      email: account.email.toLowerCase(),
      name: account.name,
      method: account.method,
      status: account.status,
      second_step: account.secondStep ?? null,
      language: account.language,
      roles: sql`${JSON.stringify(account.roles)}::jsonb`,
      password_hash: account.password?.hash ?? null,
      password_key_id: account.password?.keyId ?? null,
    })
    .execute();
}

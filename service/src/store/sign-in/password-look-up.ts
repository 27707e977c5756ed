/**
 * The look-up of a password sign-in: the account of the address, its policy and device, and the count of the try in the
 * rate limits, as one statement (threats A1 to A5). What follows a right password is in password.ts of the flows.
 */
import { sql } from 'kysely';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  type Account,
  accountOfAddress,
  type AccountRow,
  domainOf,
  toAccount,
} from '#store/accounts/accounts.ts';
import type { Relaxed } from '#store/connection/pools.ts';
import { stepColumns, type StepFacts, type StepRow, stepTables, toStepFacts } from './step-facts.ts';
import {
  type Counter,
  countingEither,
  fullCounter,
  type FullCounter,
  type FullCounterRow,
} from './throttles.ts';

/** What a password sign-in has to know of the address that was typed. */
export interface SignInFacts extends StepFacts {
  readonly account: Account | undefined;
  /** PHC string and pepper id of the account's password; undefined if it has none. */
  readonly password: { readonly hash: string; readonly keyId: string | null } | undefined;
  /** Of the account as it was found: a session opens only while it is the same. 0 without an account. */
  readonly credentialVersion: number;
  /** Whether a link that this browser has just used has proven the mailbox; the proof is consumed now. */
  readonly mailboxProven: boolean;
  /** Whether a mailed link that confirmed the device counts as the code of this sign-in. */
  readonly codeSpared: boolean;
  /** The company requires single sign-on of everybody but one admin, who keeps the password. */
  readonly ssoRequired: boolean;
  /** The method of the address's domain, if a company claimed it. */
  readonly domainMethod: Strategy | undefined;
}

export interface LookUp {
  readonly found: SignInFacts;
  /** The counters of this device, known or unknown. */
  readonly counters: readonly Counter[];
  /** One of them that is full; undefined: the try is counted. */
  readonly full: FullCounter | undefined;
}

type Row = { [Column in keyof AccountRow]: AccountRow[Column] | null } & {
  password_hash: string | null;
  password_key_id: string | null;
  credential_version: number | null;
  sso_required: boolean | null;
  mailbox_proven: boolean;
  code_spared: boolean;
  domain_method: Strategy | null;
} & StepRow &
  FullCounterRow;

/** What a sign-in brings; each a SHA-256, or null where it brings none. */
export interface SignInAttempt {
  readonly email: string;
  /** Of the device's id. */
  readonly device: Buffer | null;
  /** Of the value of a page that has just used a mailed link. */
  readonly mailboxProof: Buffer | null;
  /** Of the address and the client, who may have the next code sent again at `resendAt`. */
  readonly address: Buffer;
  readonly resendAt: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds what a sign-in has to know and counts its try: in the counters `whenKnown` if the account knows the device, else in
 * `otherwise`. If it is counted, it consumes the mailbox proof and starts the address's resends again. It costs the same
 * whether there is an account or not (threat A5).
 */
export async function findAndCount(
  db: Relaxed,
  { email, device, mailboxProof, address, resendAt, now }: SignInAttempt,
  { whenKnown, otherwise }: { whenKnown: readonly Counter[]; otherwise: readonly Counter[] },
): Promise<LookUp> {
  const at = sql`${new Date(now)}::timestamptz`;
  const isCounted = sql<boolean>`not exists (select from full_counter)`;
  const { rows } = await sql<Row>`
    with found as materialized (
      select ${accountColumns}, a.password_hash, a.password_key_id, a.credential_version, c.sso_required,
        ${stepColumns(now)},
        coalesce(d.code_spared_until > ${at}, false) as code_spared,
        (select d.method from domains d where d.domain = ${domainOf(email)}) as domain_method
      from (select ${email}::text as email) typed
      left join ${accountOfAddress(sql.ref('typed.email'))} a on true
      ${stepTables(device, now)}
    ), full_counter as materialized (
      select counted.* from found, ${countingEither(sql<boolean>`found.known_device`, whenKnown, otherwise, now)} counted
    ), resends as (
      insert into resend_holds (address, resends, resend_at)
      select ${address}::bytea, 0, ${new Date(resendAt)}::timestamptz where ${isCounted}
      on conflict (address) do update set resends = 0, resend_at = excluded.resend_at
    ), proof as (
      -- Of parallel sign-ins one gets the deleted row (threat A15).
      delete from mailbox_proofs
      where proof = ${mailboxProof}::bytea and account_id = (select id from found) and expires_at > ${at}
        and ${isCounted}
      returning proof
    )
    select found.*, full_counter.*, exists (select from proof) as mailbox_proven
    from found left join full_counter on true`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the look-up of a sign-in returned no row');
  const counters = row.known_device ? whenKnown : otherwise;
  return { found: toFacts(row), counters, full: fullCounter(row, counters) };
}

const toFacts = (row: Row): SignInFacts => ({
  account: isAccount(row) ? toAccount(row) : undefined,
  password: row.password_hash === null ? undefined : { hash: row.password_hash, keyId: row.password_key_id },
  credentialVersion: row.credential_version ?? 0,
  ...toStepFacts(row),
  ssoRequired: row.sso_required ?? false,
  mailboxProven: row.mailbox_proven,
  codeSpared: row.code_spared,
  domainMethod: row.domain_method ?? undefined,
});

const isAccount = (row: { [Column in keyof AccountRow]: AccountRow[Column] | null }): row is AccountRow =>
  row.id !== null;

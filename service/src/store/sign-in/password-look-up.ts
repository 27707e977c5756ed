/**
 * The look-up of a password sign-in: the account of the address, its policy and device, and the count of the try in the
 * rate limits, as one statement (threats A1 to A5). What follows a right password is in password.ts of the flows.
 */
import { sql } from 'kysely';
import type { Strategy, Way } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  type Account,
  accountOfAddress,
  type AccountRow,
  domainOf,
  toAccount,
} from '#store/accounts/accounts.ts';
import { hasKnownPasskey, isUsable } from '#store/accounts/factors.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { Relaxed } from '#store/connection/pools.ts';
import { isIdle } from './devices.ts';
import {
  type Counter,
  countingEither,
  fullCounter,
  type FullCounter,
  type FullCounterRow,
} from './throttles.ts';

/** What a password sign-in has to know of the address that was typed. */
export interface SignInFacts {
  readonly account: Account | undefined;
  /** PHC string and pepper id of the account's password; undefined if it has none. */
  readonly password: { readonly hash: string; readonly keyId: string | null } | undefined;
  /** Of the account as it was found: a session opens only while it is the same. 0 without an account. */
  readonly credentialVersion: number;
  /** The account's own policy, or its company's. */
  readonly secondStep: SecondStep;
  /** Whether the account knows the device (false without a device, and for one that was not used for 90 days). */
  readonly knownDevice: boolean;
  /** Whether the device is known and spares the code where the policy asks only unknown ones. */
  readonly provenDevice: boolean;
  /** Whether a link that this browser has just used has proven the mailbox; the proof is consumed now. */
  readonly mailboxProven: boolean;
  /** Whether a mailed link that confirmed the device counts as the code of this sign-in. */
  readonly codeSpared: boolean;
  /** Which factors the account has beside its mailbox; recovery codes: unused ones. */
  readonly factors: Readonly<Record<Exclude<Way, 'emailCode'>, boolean>>;
  /** One of them is due: the password was chosen by a mailed link. */
  readonly factorDue: boolean;
  /** The company's second step takes a factor only, and who has none sets one up. */
  readonly factorRequired: boolean;
  /** What proved the last sign-in that asked for more than the password. */
  readonly lastWay: Way | undefined;
  /** Wrong codes of the account in a row. */
  readonly wrongCodesInARow: number;
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
  second_step: SecondStep | null;
  sso_required: boolean | null;
  known_device: boolean;
  proven_device: boolean;
  mailbox_proven: boolean;
  code_spared: boolean;
  authenticator: boolean;
  passkey: boolean;
  recovery_code: boolean;
  factor_due: boolean;
  factor_required: boolean;
  last_way: Way | null;
  wrong_codes: number;
  domain_method: Strategy | null;
} & FullCounterRow;

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
      select ${accountColumns}, a.password_hash, a.password_key_id,
        a.credential_version, coalesce(a.second_step, c.second_step) as second_step, c.sso_required,
        coalesce(c.factor_from <= ${at}, false) as factor_required,
        d.device is not null as known_device, coalesce(d.proven, false) as proven_device,
        coalesce(d.code_spared_until > ${at}, false) as code_spared,
        exists (select from authenticators f where f.account_id = a.id) as authenticator,
        ${hasKnownPasskey(sql.ref('a.id'))} as passkey,
        -- With a limit the planner never hashes the whole table.
        (select 1 from recovery_codes r where r.account_id = a.id and ${isUsable(now)} limit 1) is not null
          as recovery_code,
        coalesce(a.factor_due, false) as factor_due,
        (select l.way from last_sign_ins l where l.account_id = a.id) as last_way,
        coalesce((select t.in_a_row from code_tries t where t.account_id = a.id), 0) as wrong_codes,
        (select d.method from domains d where d.domain = ${domainOf(email)}) as domain_method
      from (select ${email}::text as email) typed
      left join ${accountOfAddress(sql.ref('typed.email'))} a on true
      left join companies c on c.id = a.company_id
      left join devices d on d.account_id = a.id and d.device = ${device}::bytea
        and not ${isIdle(sql`d.last_used_at`, now)}
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
  secondStep: row.second_step ?? 'always',
  ssoRequired: row.sso_required ?? false,
  knownDevice: row.known_device,
  provenDevice: row.proven_device,
  mailboxProven: row.mailbox_proven,
  codeSpared: row.code_spared,
  factors: {
    authenticator: row.authenticator,
    passkey: row.passkey,
    recoveryCode: row.recovery_code,
  },
  // Whatever removed the last factor, nobody is locked out.
  factorDue: row.factor_due && (row.authenticator || row.passkey),
  factorRequired: row.factor_required,
  lastWay: row.last_way ?? undefined,
  wrongCodesInARow: row.wrong_codes,
  domainMethod: row.domain_method ?? undefined,
});

const isAccount = (row: { [Column in keyof AccountRow]: AccountRow[Column] | null }): row is AccountRow =>
  row.id !== null;

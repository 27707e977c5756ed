/**
 * Links in emails (requirements §4 "Links in mails"): each has a random token, is stored as its hash, and is used once
 * (threat A7).
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { shownText } from '@app/contract/fields/shown-name.ts';
import type { InvitationFacts } from '@app/contract/pages/links.ts';
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountIds,
  type AccountRow,
  anyOf,
  claimOf,
  type DomainClaim,
  holdsAddress,
  toAccount,
} from './accounts.ts';
import { always, type Condition, type Statement } from '#store/connection/one-statement.ts';
import type { MailedLinkKind } from '#store/connection/database.ts';
import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

/** The identity that a link confirms. */
export interface LinkedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Of the account when the link was made. */
  readonly credentialVersion: number;
}

/** The sign-up that a link confirms. */
export interface LinkedSignUp {
  readonly id: string;
  readonly name: string;
  /** The SHA-256 of the browser's proof, if it sent one. */
  readonly browser: Buffer | undefined;
}

export interface NewLink {
  readonly id: string;
  readonly kind: MailedLinkKind;
  /** SHA-256 of the token. */
  readonly token: Buffer;
  /** The address that it is mailed to. */
  readonly email: string;
  readonly accountId?: string | undefined;
  readonly signUpId?: string;
  readonly changeId?: string;
  /** With `passkey`: the one that it removes. */
  readonly passkeyId?: string;
  /** With `identity`: what it confirms, and the account as it was found. */
  readonly identity?: LinkedIdentity;
  /** The expired link that it replaces. If that has a successor already, nothing is written. */
  readonly replaces?: string;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly now: number;
  readonly expiresAt: number;
}

/** Inserts a link, in the statement of its email. Returns a row unless `replaces` has a successor already. */
export const insertLink = <Needs extends string = never>(
  link: NewLink,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`
  insert into links (id, kind, token, email, account_id, signup_id, change_id, passkey_id, replaces, issuer, subject,
    credential_version, created_at, expires_at)
  select ${link.id}::uuid, ${link.kind}::text, ${link.token}::bytea, ${link.email}::text,
    ${link.accountId ?? null}::uuid, ${link.signUpId ?? null}::uuid, ${link.changeId ?? null}::uuid,
    ${link.passkeyId ?? null}::uuid, ${link.replaces ?? null}::uuid, ${link.identity?.issuer ?? null}::text, ${link.identity?.subject ?? null}::text,
    ${link.identity?.credentialVersion ?? null}::integer, ${new Date(link.now)}::timestamptz, ${new Date(link.expiresAt)}::timestamptz
  where ${onlyIf}
  on conflict (replaces) do nothing
  returning id`;

/** Inserts the links of many accounts. */
export const insertLinks = (links: readonly NewLink[]): Statement => sql`
  insert into links (id, kind, token, email, account_id, created_at, expires_at)
  select * from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ kind }) => kind)}::text[],
    ${links.map(({ token }) => token)}::bytea[], ${links.map(({ email }) => email)}::text[],
    ${links.map(({ accountId }) => accountId ?? null)}::uuid[],
    ${links.map(({ now }) => new Date(now))}::timestamptz[],
    ${links.map(({ expiresAt }) => new Date(expiresAt))}::timestamptz[])`;

/**
 * The same link without an account and expired, so that as much is written where no email is sent (threat A5):
 * `deleteExpired` takes it with the next round.
 */
export const unusableLink = (link: NewLink): NewLink => ({ ...link, accountId: undefined, expiresAt: 0 });

export interface Link {
  readonly id: string;
  readonly kind: MailedLinkKind;
  readonly email: string;
  readonly expiresAt: number;
  readonly used: boolean;
  readonly cancelled: boolean;
  /** Another account holds the address. */
  readonly addressTaken: boolean;
  /** The claim of the address's domain. */
  readonly claim: DomainClaim | undefined;
  /** With `identity`: the account has not changed since the link was made, and has no identity of the issuer. */
  readonly identityFits: boolean;
  /** Missing with `signup`, and with the links of an email-address change, which name their change. */
  readonly account: Account | undefined;
  readonly companyName: string | undefined;
  readonly signUp: LinkedSignUp | undefined;
  readonly identity: LinkedIdentity | undefined;
  /** With `passkey`, while the account has it. */
  readonly passkeyId: string | undefined;
}

/** What is known of a link, by its token's SHA-256. Costs the same whether there is one or not. */
export async function findLink(db: Reader, token: Buffer): Promise<Link | undefined> {
  const { rows } = await sql<
    { [Column in keyof AccountRow]: AccountRow[Column] | null } & {
      link_id: string;
      kind: MailedLinkKind;
      link_email: string;
      expires_at: Date;
      used_at: Date | null;
      cancelled_at: Date | null;
      company_name: string | null;
      signup_id: string | null;
      signup_name: string | null;
      signup_browser: Buffer | null;
      address_taken: boolean;
      claim: DomainClaim | null;
      issuer: string | null;
      subject: string | null;
      link_version: number | null;
      same_version: boolean | null;
      has_identity: boolean;
      passkey_id: string | null;
    }
  >`
    select ${accountColumns}, l.id as link_id, l.kind, l.email as link_email, l.expires_at, l.used_at, l.cancelled_at,
      coalesce(c.name, s.company_name) as company_name, l.signup_id,
      s.name as signup_name, s.browser as signup_browser, l.issuer, l.subject, l.credential_version as link_version,
      a.credential_version = l.credential_version as same_version,
      exists (select from identities i where i.account_id = l.account_id and i.issuer = l.issuer) as has_identity,
      (select p.id from passkeys p where p.id = l.passkey_id) as passkey_id,
      exists (select from accounts a where a.email = l.email and a.id is distinct from l.account_id and ${holdsAddress})
        as address_taken,
      ${claimOf(sql`split_part(l.email, '@', 2)`)} as claim
    from links l
    left join accounts a on a.id = l.account_id
    left join companies c on c.id = a.company_id
    left join signups s on s.id = l.signup_id
    where l.token = ${token}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const account = row.id === null ? undefined : toAccount(row as AccountRow);
  return {
    id: row.link_id,
    kind: row.kind,
    email: row.link_email,
    expiresAt: row.expires_at.getTime(),
    used: row.used_at !== null,
    cancelled: row.cancelled_at !== null,
    addressTaken: row.address_taken,
    claim: row.claim ?? undefined,
    identityFits: row.same_version === true && !row.has_identity,
    account,
    companyName: row.company_name ?? undefined,
    signUp: signUpOf(row),
    identity: identityOf(row),
    passkeyId: row.passkey_id ?? undefined,
  };
}

const signUpOf = (row: {
  readonly signup_id: string | null;
  readonly signup_name: string | null;
  readonly signup_browser: Buffer | null;
}): LinkedSignUp | undefined =>
  row.signup_id === null
    ? undefined
    : { id: row.signup_id, name: row.signup_name ?? '', browser: row.signup_browser ?? undefined };

/** What the page of an invitation says. The other companies are those whose invitations of the address are open. */
export async function findInvitationFacts(
  db: Reader,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<InvitationFacts | undefined> {
  const { rows } = await sql<{ company: string; inviter: string | null; others: string[] }>`
    select c.name as company, i.name as inviter, array(
        select oc.name from accounts o join companies oc on oc.id = o.company_id
        where o.email = a.email and o.company_id <> a.company_id and o.status = 'unconfirmed'
          and o.declined_at is null and o.invited_at > ${new Date(now - linkLifetimes.invitation)}::timestamptz
        order by o.invited_at desc, oc.name limit 5) as others
    from links l
    join accounts a on a.id = l.account_id
    join companies c on c.id = a.company_id
    left join accounts i on i.id = l.invited_by and i.company_id = a.company_id
    where l.id = ${id}`.execute(db);
  const row = rows[0];
  return (
    row && {
      company: shownText(row.company),
      ...(row.inviter && { inviter: shownText(row.inviter) }),
      others: row.others.map(shownText),
    }
  );
}

function identityOf(row: {
  issuer: string | null;
  subject: string | null;
  link_version: number | null;
}): LinkedIdentity | undefined {
  const { issuer, subject, link_version: credentialVersion } = row;
  return issuer === null || subject === null || credentialVersion === null
    ? undefined
    : { issuer, subject, credentialVersion };
}

/** Consumes a link: true for exactly one of parallel calls (threat A7). */
export async function consumeLink(db: DurableTransaction, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update links set used_at = ${new Date(now)}
    where id = ${id} and used_at is null and cancelled_at is null and expires_at > ${new Date(now)}
    returning 1`.execute(db);
  return rows.length === 1;
}

/**
 * Consumes a link to choose a new password, as above, and locks its account until the transaction ends. Resolves to the
 * password that is to be replaced. The account is locked first: it serialises two links of one account. A link to an
 * address that the account no longer has is not consumed: a change of address that finished while the link was being
 * inserted could not cancel it.
 */
export async function consumeResetLink(
  db: DurableTransaction,
  { linkId, accountId }: { readonly linkId: string; readonly accountId: string },
  now: number,
): Promise<
  { readonly password: { readonly hash: string; readonly keyId: string | null } | undefined } | undefined
> {
  const { rows } = await sql<{ hash: string | null; key_id: string | null }>`
    with owner as materialized (
      select email, password_hash as hash, password_key_id as key_id from accounts where id = ${accountId}::uuid
      for no key update
    ), used as (
      update links set used_at = ${new Date(now)}
      where exists (select from owner where owner.email = links.email) and id = ${linkId}::uuid and used_at is null
        and cancelled_at is null and expires_at > ${new Date(now)}
      returning 1
    )
    select owner.hash, owner.key_id from owner, used`.execute(db);
  const [row] = rows;
  return row && { password: row.hash === null ? undefined : { hash: row.hash, keyId: row.key_id } };
}

/** Marks a link as used, with the change that it made. */
export const updateLinkUsed = <Needs extends string>(
  id: string,
  now: number,
  onlyIf: Condition<Needs>,
): Statement<Needs> => sql`update links set used_at = ${new Date(now)} where id = ${id} and ${onlyIf}`;

/** Cancels the links of accounts of these kinds that are still open. */
export const cancelLinks = (ids: AccountIds, kinds: readonly MailedLinkKind[], now: number): Statement => sql`
  update links set cancelled_at = ${new Date(now)}
  where account_id = ${anyOf(ids)} and kind = any (${kinds}::text[]) and used_at is null and cancelled_at is null`;

/** Cancels the links of an address's signups that are still open. */
export const cancelSignUpLinks = (email: string, now: number): Statement => sql`
  update links set cancelled_at = ${new Date(now)}
  where email = ${email} and kind = 'signup' and used_at is null and cancelled_at is null`;

/**
 * Inserts the proof that a browser has just used a mailed link, with its use: it spares the code of one sign-in
 * (threat A15, requirements §4 "After an invitation, a reset or a sign-up confirmation"), whose look-up consumes it.
 * `proof` is the SHA-256 of the page's value; `now` in milliseconds.
 */
export const insertMailboxProof = (accountId: string, proof: Buffer, now: number): Statement => sql`
  insert into mailbox_proofs (proof, account_id, expires_at)
  values (${proof}::bytea, ${accountId}::uuid, ${new Date(now + linkLifetimes.mailboxProof)}::timestamptz)
  on conflict do nothing`;

/** Deletes the proofs of accounts, with a change of their access (threat B2). */
export const deleteMailboxProofs = (ids: AccountIds): Statement =>
  sql`delete from mailbox_proofs where account_id = ${anyOf(ids)}`;

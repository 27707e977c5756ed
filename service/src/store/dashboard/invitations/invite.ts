/** Invites many people together: a statement works on all rows of a part, however many there are. */
import { sql } from 'kysely';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import { type Account, claimOf, type DomainClaim, domainOf } from '#store/accounts/accounts.ts';
import type { NewLink } from '#store/accounts/links.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import type { NewMail } from '#store/outbox.ts';

/** What is known of an address that is to be invited. */
export interface Invitee {
  readonly email: string;
  /** The company of the caller has an account with the address, invited or confirmed. */
  readonly isOurs: boolean;
  /** The claim of the address's domain. */
  readonly claim: DomainClaim | undefined;
}

/** The emails that invite a person. */
export const invitationMailKinds = sql.raw(`('invitation', 'methodInvitation')`);

/** Looks up what is known of each address, in one statement. */
export async function findInvitees(
  db: DurableTransaction,
  companyId: string,
  emails: readonly string[],
): Promise<Map<string, Invitee>> {
  const { rows } = await sql<{
    email: string;
    is_ours: boolean;
    claim: DomainClaim | null;
  }>`
    select given.email, ${claimOf(sql.ref('given.domain'))} as claim,
      exists (select from accounts a where a.email = given.email and a.company_id = ${companyId}::uuid) as is_ours
    from unnest(${emails}::text[], ${emails.map(domainOf)}::text[]) as given (email, domain)`.execute(db);
  return new Map(
    rows.map((row) => [
      row.email,
      {
        email: row.email,
        isOurs: row.is_ours,
        claim: row.claim ?? undefined,
      },
    ]),
  );
}

/** How single sign-on decides by which method invited people will sign in. */
export interface SsoOfCompany {
  /** People of the company can sign in through its identity provider. */
  readonly configured: boolean;
  /** They must. */
  readonly required: boolean;
}

export async function findSsoOfCompany(db: DurableTransaction, companyId: string): Promise<SsoOfCompany> {
  const { rows } = await sql<SsoOfCompany>`
    select sso_required as required,
      exists (select from saml_configurations s where s.company_id = c.id) as configured
    from companies c where id = ${companyId}::uuid`.execute(db);
  return rows[0] ?? { configured: false, required: false };
}

/** An invitation to write: the account, its email, and its link if it has a password to choose. */
export interface NewInvitation {
  readonly account: Account;
  readonly link: NewLink | undefined;
  readonly mail: NewMail;
  /** Of the entry in the sign-in log. */
  readonly eventId: string;
}

/** Who invites, for the sign-in log, and when (milliseconds). */
export interface InvitedBy {
  readonly companyId: string;
  readonly client: string;
  readonly platform: Platform;
  /** The account of the admin. */
  readonly inviterId?: string | undefined;
  readonly now: number;
  /** How many rows of the call were before these. */
  readonly before?: number;
}

/**
 * Inserts accounts, links, emails and events. Returns the ids of the accounts: an address that the company has by now
 * has none.
 */
export async function insertInvitations(
  db: DurableTransaction,
  invitations: readonly NewInvitation[],
  by: InvitedBy,
): Promise<ReadonlySet<string>> {
  // In the order of addresses, so that two companies that invite the same people never wait for each other in a circle.
  const { rows } = await sql<{ id: string }>`
    with given as materialized (${rowsOfInvitations(invitations)}),
    invited as (
      insert into accounts (id, company_id, email, name, method, status, language, roles, invited_at)
      select id, ${by.companyId}::uuid, email, name, method, 'unconfirmed', language, roles,
        ${sentAt(by)}
      from given order by email
      on conflict (email, company_id) do nothing returning id
    ), ${sendingTo('invited', by)}
    select id from invited`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** When an invitation of `given` is sent: each a microsecond after the one before, so that a list keeps their order. */
export const sentAt = ({ now, before = 0 }: InvitedBy) =>
  sql`${new Date(now)}::timestamptz + (${before}::integer + given.place) * interval '1 microsecond'`;

/** The invitations as rows of a FROM clause: one parameter for all, so the statement is the same for any number. */
export const rowsOfInvitations = (invitations: readonly NewInvitation[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(invitations.map(toRow))}::jsonb) as r (
    id uuid, place integer, email text, name text, method text, language text, roles jsonb, link_id uuid, token text, event_id uuid,
    mail_id uuid, mail_kind text, mail_language text, payload text, dedupe_key text, expires_at timestamptz, bulk boolean
  )`;

const toRow = ({ account, link, mail, eventId }: NewInvitation, place: number) => ({
  id: account.id,
  place,
  email: account.email,
  name: account.name,
  method: account.method,
  language: account.language,
  roles: account.roles,
  link_id: link?.id ?? null,
  token: link?.token.toString('base64') ?? null,
  event_id: eventId,
  mail_id: mail.id,
  mail_kind: mail.kind,
  mail_language: mail.language,
  payload: mail.values.toString('base64'),
  dedupe_key: mail.dedupeKey,
  expires_at: new Date(mail.expiresAt),
  bulk: mail.bulk ?? false,
});

/** The statements that send the invitations of `given`, for the accounts that the statement `changed` returned. */
export const sendingTo = (
  changed: 'invited' | 'resent',
  { companyId, client, platform, inviterId, now }: InvitedBy,
) => sql`
  sent as materialized (select given.* from given join ${sql.id(changed)} using (id)),
  linked as (
    insert into links (id, kind, token, email, account_id, invited_by, created_at, expires_at)
    select link_id, 'invitation', decode(token, 'base64'), email, id, ${inviterId ?? null}::uuid,
      ${new Date(now)}::timestamptz, expires_at
    from sent where link_id is not null
  ), logged as (
    insert into events (event_id, account_id, company_id, email, kind, client, platform, at)
    select event_id, id, ${companyId}::uuid, email, 'invited', ${client}, ${platform}, ${new Date(now)}::timestamptz from sent
  ), mailed as (
    insert into outbox (id, kind, recipient, language, payload, dedupe_key, created_at, expires_at, next_try_at, bulk)
    select mail_id, mail_kind, email, mail_language, decode(payload, 'base64'), dedupe_key, ${new Date(now)}::timestamptz,
      expires_at, ${new Date(now)}::timestamptz, bulk
    from sent
  )`;

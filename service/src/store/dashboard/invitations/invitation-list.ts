/** The list of a company's invitations: accounts that nobody has confirmed yet. */
import { type RawBuilder, sql } from 'kysely';
import type { Invitation } from '@app/contract/dashboard/invitations.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import { type AccountRow, roleOf } from '#store/accounts/accounts.ts';
import type { Reader } from '#store/connection/pools.ts';

export interface InvitationQuery {
  readonly companyId: string;
  /** Part of an address or a name; empty: all. */
  readonly search: string;
  readonly state: Invitation['state'] | undefined;
  readonly pageSize: number;
  /** The last row of the page before. */
  readonly after: InvitationKey | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The place of an invitation in the list. */
export interface InvitationKey {
  /** Microseconds since the epoch, as digits: the database has more of them than a Date. */
  readonly sentAt: string;
  readonly id: string;
}

export interface InvitationPage {
  readonly items: readonly Invitation[];
  readonly total: number;
  /** The last row, if there is a page behind it. */
  readonly next: InvitationKey | undefined;
}

const sentAt = sql<Date>`coalesce(a.invited_at, a.created_at)`;

/**
 * Whether the invitation of the unconfirmed account `a` has expired. Only a link can: without a password the first
 * sign-in accepts the invitation.
 */
export const hasExpired = (now: number): RawBuilder<boolean> => sql<boolean>`
  (a.method = 'password' and ${sentAt} <= ${new Date(now - linkLifetimes.invitation)}::timestamptz)`;

/** Newest first, with their number in all pages. */
export async function listInvitations(db: Reader, query: InvitationQuery): Promise<InvitationPage> {
  const { companyId, search, state, pageSize, after, now } = query;
  const ofState = {
    waiting: sql`and a.declined_at is null and not ${hasExpired(now)}`,
    expired: sql`and a.declined_at is null and ${hasExpired(now)}`,
    declined: sql`and a.declined_at is not null`,
  };
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const ofCompany = sql`from accounts a
    where a.company_id = ${companyId}::uuid and a.status = 'unconfirmed'
      ${state === undefined ? sql`` : ofState[state]}`;
  // The rows that a search finds are looked for once, for their number and for the page.
  const found =
    search === ''
      ? sql``
      : sql`with folded_search as materialized (select folded(${pattern}) as pattern), found as materialized (
          select a.id, a.email, a.name, a.method, a.language, a.roles, a.invited_at, a.created_at, a.declined_at ${ofCompany}
            and (a.email like ${pattern} or a.name_key like (select pattern from folded_search))
        )`;
  const from = search === '' ? ofCompany : sql`from found a where true`;
  const behind =
    after === undefined
      ? sql``
      : sql`and (${sentAt}, a.id) <
          (timestamptz 'epoch' + ${after.sentAt}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
  const { rows } = await sql<{ [Column in keyof Row]: Row[Column] | null } & { total: string }>`
    ${found}
    select counted.total, page.* from (select count(*) as total ${from}) counted
    left join lateral (
      select a.id, a.email, a.name, a.method, a.language, a.roles, ${sentAt} as sent_at,
        (extract(epoch from ${sentAt}) * 1000000)::bigint::text as key, ${hasExpired(now)} as expired,
        a.declined_at is not null as declined
      ${from} ${behind}
      order by ${sentAt} desc, a.id desc limit ${pageSize + 1}
    ) page on true`.execute(db);
  const items = rows.filter((row): row is Row & { total: string } => row.id !== null);
  const shown = items.slice(0, pageSize);
  const last = items.length > pageSize ? shown.at(-1) : undefined;
  return {
    items: shown.map(toInvitation),
    total: Number(rows[0]?.total ?? 0),
    next: last && { sentAt: last.key, id: last.id },
  };
}

interface Row extends Pick<AccountRow, 'id' | 'email' | 'name' | 'method' | 'language' | 'roles'> {
  sent_at: Date;
  key: string;
  expired: boolean;
  declined: boolean;
}

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: roleOf(row.roles),
  language: row.language,
  method: row.method,
  state: row.declined ? 'declined' : row.expired ? 'expired' : 'waiting',
  sentAt: row.sent_at.getTime(),
  ...(row.method === 'password' && { expiresAt: row.sent_at.getTime() + linkLifetimes.invitation }),
});

/** A company's audit log, newest first. */
import { type RawBuilder, sql } from 'kysely';

import type { Reader } from '#store/connection/pools.ts';

import { type EventPlace, plannedLimit } from './event-list.ts';

export interface AuditFilter {
  readonly companyId: string;
  /** Part of the actor's address or of what was changed, in lower case. */
  readonly search: string;
  readonly action: string | undefined;
  readonly actorId: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly at_text: string;
  /** null, and the address too: the service itself. */
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  /** The present name of the account, like the other names; null: the account is deleted, or has no name. */
  readonly actor_name: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly target_name: string | null;
  /** Of the admins who keep the password before and after. */
  readonly kept_before: string | null;
  readonly kept_after: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

export interface AuditPart {
  readonly filter: AuditFilter;
  readonly before: EventPlace | undefined;
  readonly limit: number;
}

export const listAuditEntries = async (db: Reader, part: AuditPart): Promise<readonly AuditRow[]> =>
  (await auditQuery(part).execute(db)).rows.slice(0, part.limit);

/** How many the filter finds, but at most `most`. */
export async function countAuditEntries(db: Reader, filter: AuditFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from audit_log l where ${conditionsOf(filter)} limit ${most}::integer
    ) found`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The statement of `listAuditEntries`. */
export function auditQuery({ filter, before, limit }: AuditPart): RawBuilder<AuditRow> {
  const beyond =
    before === undefined ? sql`` : sql`and (l.at, l.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  return sql`
    select l.id, l.at, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text, l.actor_id,
      l.actor_email, l.action, l.target, l.before, l.after, ${ofAccount('name', sql`l.actor_id::text`)} as actor_name,
      ${ofAccount('name', sql`l.target_id`)} as target_name,
      ${ofAccount('email', sql`l.before -> 'sso' ->> 'breakGlassUserId'`)} as kept_before,
      ${ofAccount('email', sql`l.after -> 'sso' ->> 'breakGlassUserId'`)} as kept_after
    from audit_log l where ${conditionsOf(filter)} ${beyond}
    order by l.at desc, l.id desc limit ${plannedLimit(limit)}`;
}

/** A column of the company's account with an id. */
const ofAccount = (column: 'name' | 'email', id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select nullif(a.${sql.ref(column)}, '') from accounts a where a.id = (${id})::uuid and a.company_id = l.company_id)`;

function conditionsOf({ companyId, search, action, actorId, from, to }: AuditFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`l.company_id = ${companyId}::uuid`];
  if (search !== '')
    conditions.push(
      sql`and (strpos(folded(l.target), folded(${search}::text)) > 0 or strpos(l.actor_email, ${search}::text) > 0)`,
    );
  if (action !== undefined) conditions.push(sql`and l.action = ${action}::text`);
  if (actorId !== undefined) conditions.push(sql`and l.actor_id = ${actorId}::uuid`);
  if (from !== undefined) conditions.push(sql`and l.at >= ${new Date(from)}::timestamptz`);
  if (to !== undefined) conditions.push(sql`and l.at < ${new Date(to)}::timestamptz`);
  return sql.join(conditions, sql` `);
}

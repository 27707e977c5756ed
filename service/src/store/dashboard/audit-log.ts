/**
 * The audit log: every change by an admin, and what happened to the company without one, written in the transaction of the
 * change. Nothing secret is in it.
 */
import { sql } from 'kysely';
import type { AuditAction, AuditValues } from '@app/contract/dashboard/audit-actions.ts';

import type { DurableTransaction } from '#store/connection/pools.ts';

export interface AuditEntry {
  readonly companyId: string;
  /** Undefined: no admin of the company, the service itself. */
  readonly actor: { readonly id: string; readonly email: string } | undefined;
  readonly action: AuditAction;
  /** The id of what was changed, if it has one. */
  readonly targetId?: string | undefined;
  /** What it is called: an address, a domain. */
  readonly target?: string | undefined;
  /** The values that changed, and no secret. */
  readonly before?: AuditValues | undefined;
  readonly after?: AuditValues | undefined;
  /** Undefined: no call, a job of the service. */
  readonly requestId: string | undefined;
}

/** Inserts the entries of one change. `now` in milliseconds. */
export async function insertAuditEntries(
  db: DurableTransaction,
  entries: readonly AuditEntry[],
  now: number,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    company_id: entry.companyId,
    actor_id: entry.actor?.id ?? null,
    actor_email: entry.actor?.email ?? null,
    action: entry.action,
    target_id: entry.targetId ?? null,
    target: entry.target ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    request_id: entry.requestId ?? null,
  }));
  await sql`
    insert into audit_log (company_id, at, actor_id, actor_email, action, target_id, target, before, after, request_id)
    select company_id, ${new Date(now)}::timestamptz, actor_id, actor_email, action, target_id, target, before, after,
      request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      company_id uuid, actor_id uuid, actor_email text, action text, target_id text, target text, before jsonb,
      after jsonb, request_id text
    )`.execute(db);
}

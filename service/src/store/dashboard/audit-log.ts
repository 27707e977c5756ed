/** The audit log: every change by an admin, written in the transaction of the change. Nothing secret is in it. */
import { sql } from 'kysely';
import type { AuditAction } from '@app/contract/dashboard/audit-actions.ts';

import type { DurableTransaction } from '#store/connection/pools.ts';

export interface AuditEntry {
  readonly companyId: string;
  readonly actor: { readonly id: string; readonly email: string };
  readonly action: AuditAction;
  /** The id of what was changed, if it has one. */
  readonly targetId?: string | undefined;
  /** What it is called: an address, a domain. */
  readonly target?: string | undefined;
  /** The values that changed, and no secret. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string;
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
    actor_id: entry.actor.id,
    actor_email: entry.actor.email,
    action: entry.action,
    target_id: entry.targetId ?? null,
    target: entry.target ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    request_id: entry.requestId,
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

/**
 * The transaction of every change by an admin. Changes in one company run one after the other, so two admins never
 * overwrite each other's and the last admin stays; whether the caller is still an admin is checked in it again.
 */
import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { findActor } from '#store/dashboard/actor.ts';
import { lockCompany } from '#store/dashboard/company-lock.ts';
import { type AuditEntry, insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { updateAnswer } from '#store/idempotency.ts';

import type { DashboardCall } from './dashboard-flow.ts';

/** What an admin's change knows and writes. */
export interface AdminChange {
  readonly db: DurableTransaction;
  readonly companyId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Adds an entry to the audit log, in this transaction. */
  audit(entry: Pick<AuditEntry, 'action' | 'targetId' | 'target' | 'before' | 'after'>): void;
}

/**
 * Runs `work` in a transaction of its own and stores its answer for a repeat in the same one. Throws
 * `Refusal('sessionExpired')` or `Refusal('forbidden')` if the caller has lost the session or the role meanwhile.
 *
 * @param storesAnswer false: `work` is one part of a longer call, whose answer is stored at its end
 */
export async function adminChange<T>(
  call: DashboardCall,
  deps: Deps,
  work: (change: AdminChange) => Promise<T>,
  storesAnswer = true,
): Promise<T> {
  const { account, familyId } = call.actor;
  const { companyId } = account;
  return deps.store.durable.transaction().execute(async (db) => {
    await lockCompany(db, companyId);
    const now = deps.clock();
    const actor = await findActor(db, { accountId: account.id, familyId }, now);
    if (actor === undefined) throw new Refusal('sessionExpired');
    if (!actor.isAdmin || actor.account.companyId !== companyId) throw new Refusal('forbidden');
    const entries: AuditEntry[] = [];
    const { id, email } = actor.account;
    const answer = await work({
      db,
      companyId,
      now,
      audit: (entry) =>
        void entries.push({ ...entry, companyId, actor: { id, email }, requestId: call.requestId }),
    });
    await insertAuditEntries(db, entries, now);
    const sealed = storesAnswer ? call.once?.sealAnswer(answer) : undefined;
    if (sealed !== undefined) await updateAnswer(sealed).execute(db);
    return answer;
  });
}

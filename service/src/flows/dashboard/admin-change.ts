/**
 * The transaction of every change by an admin. Changes in one company run one after the other, so two admins never
 * overwrite each other's and the last admin stays; whether the caller is still an admin is checked in it again.
 */
import type { DashboardCall, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { findActiveActor, findActor, lockCompany } from '#store/dashboard/actor.ts';
import { type AuditEntry, insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { updateAnswer } from '#store/idempotency.ts';

import { needsRecentSignIn, requireRecentSignIn } from './guarded-effects.ts';

/** What an admin's change knows and writes. */
export interface AdminChange {
  readonly db: DurableTransaction;
  readonly companyId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Adds an entry to the audit log, in this transaction. Throws `Refusal('reauthenticationRequired')`, which undoes the
   * change, if it needs a recent sign-in and the caller's is older.
   */
  audit(entry: Pick<AuditEntry, 'action' | 'targetId' | 'target' | 'before' | 'after'>): void;
}

/** Which part of a call a transaction is. The answer of the call is stored by the last one. */
export interface ChangePart {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Runs `work` in its own transaction, which also stores its answer for a repeat of the call. Throws
 * `Refusal('sessionExpired')` or `Refusal('forbidden')` if the caller has lost the session or the role meanwhile.
 *
 * @param part `work` is one part of a longer call; the whole call otherwise
 */
export async function adminChange<T>(
  call: DashboardCall,
  deps: Deps,
  work: (change: AdminChange) => Promise<T>,
  part: ChangePart = { isFirst: true, isLast: true },
): Promise<T> {
  const { companyId } = call.actor.account;
  return deps.store.durable.transaction().execute(async (db) => {
    await lockCompany(db, companyId);
    const now = deps.clock();
    const { id, email } = await actingAdmin(db, call, { ...part, now });
    const entries: AuditEntry[] = [];
    const answer = await work({
      db,
      companyId,
      now,
      audit(entry) {
        // A later part of a call continues, however long the call takes.
        if (part.isFirst && needsRecentSignIn(entry)) requireRecentSignIn(call, deps);
        entries.push({ ...entry, companyId, actor: { id, email }, requestId: call.requestId });
      },
    });
    await insertAuditEntries(db, entries, now);
    const sealed = part.isLast ? call.once?.sealAnswer(answer) : undefined;
    if (sealed !== undefined) await updateAnswer(sealed).execute(db);
    return answer;
  });
}

/**
 * The caller, who is an admin of the company now. A call that has begun is finished when its session ends, so its later
 * parts check only the account (docs/decisions/invitations.md).
 */
async function actingAdmin(
  db: DurableTransaction,
  { actor: { account, familyId } }: DashboardCall,
  { isFirst, now }: { readonly isFirst: boolean; readonly now: number },
): Promise<Account> {
  const actor = isFirst
    ? await findActor(db, { accountId: account.id, familyId }, now)
    : await findActiveActor(db, account.id);
  if (actor === undefined) throw new Refusal('sessionExpired');
  if (!actor.isAdmin || actor.account.companyId !== account.companyId) throw new Refusal('forbidden');
  return actor.account;
}

/** Tells a company's admins what happened to one of its domains, by email and in the audit log. */
import type { Deps } from '#deps.ts';
import { type DomainEvent, domainMail } from '#mails/domain-mail.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { findActiveAdmins } from '#store/accounts/accounts.ts';
import { insertMails } from '#store/outbox.ts';

/**
 * Writes an email to each active admin and an entry without an actor, in the transaction of the change. Wake the mail
 * worker after it.
 */
export async function tellAdmins(
  db: DurableTransaction,
  companyId: string,
  event: DomainEvent,
  deps: Pick<Deps, 'keys'>,
): Promise<void> {
  const { kind: action, domain: target, at } = event;
  // The request is the other company's, if there is one.
  const entry = { companyId, actor: undefined, action, target, requestId: undefined };
  await insertAuditEntries(db, [entry], at);
  const admins = await findActiveAdmins(db, companyId);
  if (admins.length > 0) await insertMails(admins.map((admin) => domainMail(admin, event, deps))).execute(db);
}

/**
 * The mails that an admin's change sends (threat A8): what needs one beyond the company's limit is refused, and disabling
 * and signing out send none. Not counted are the notices that an address was changed and that a domain was lost, which
 * nobody may keep from their readers.
 */
import type { DurableTransaction } from '#store/connection/pools.ts';
import { takeUses } from '#store/sign-in/throttles.ts';

import { companyMails } from './rate-limits.ts';

/**
 * Takes a mail to each of the addresses, in their order. Resolves to those whose mailbox had one left. Call it in the
 * transaction of the mails, with the company locked.
 */
export async function takeMails(
  {
    db,
    companyId,
    now,
  }: { readonly db: DurableTransaction; readonly companyId: string; readonly now: number },
  emails: readonly string[],
  { preview = false } = {},
): Promise<ReadonlySet<string>> {
  const counters = emails.map((email) => companyMails(companyId, email));
  const left = await takeUses(db, counters, { preview, now });
  return new Set(
    emails.filter((_, at) => {
      const { key = '' } = counters[at] ?? {};
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count > 0;
    }),
  );
}

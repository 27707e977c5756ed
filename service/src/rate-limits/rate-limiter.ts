/**
 * Counts tries in the rate limits and refuses above one. A try is counted before its secret is compared, and released if
 * it was right, so that of parallel guesses none is compared above the limit (threats A1, A3).
 */
import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { type Counter, countTry, type FullCounter, releaseTry, takeUses } from '#store/sign-in/throttles.ts';

import { companyMails, limitNameOf } from './rate-limits.ts';

/** Counts a try in every counter. If one is full it counts in none and throws that counter's refusal. */
export async function countTries(
  counters: readonly Counter[],
  deps: Deps,
  now: number,
  message?: string,
): Promise<void> {
  refuseIfFull(await countTry(deps.store.relaxed, counters, now), deps, now, message);
}

/** Throws the refusal of a full counter. `message` replaces the refusal's own message. */
export function refuseIfFull(full: FullCounter | undefined, deps: Deps, now: number, message?: string): void {
  if (full === undefined) return;
  deps.metrics.limited(limitNameOf(full.counter.key));
  const retryAfter = secondsUntil(full.until, now);
  const refusal = full.counter.refusal ?? 'rateLimited';
  throw new Refusal(refusal, message === undefined ? { retryAfter } : { retryAfter, message });
}

/**
 * Compares the secret of a try that was counted at `countedAt`, and releases the try if it was right, or if nothing was
 * compared because too many wait. The member of an uncompared try stays counted: it may have been wrong before.
 */
export async function compareCounted<T>(
  { counters, deps, countedAt }: { counters: readonly Counter[]; deps: Deps; countedAt: number },
  compare: () => Promise<T>,
  isRight: (compared: T) => boolean,
): Promise<T> {
  const { relaxed } = deps.store;
  const compared = await compare().catch(async (error: unknown) => {
    const withoutMembers = counters.filter(({ member }) => member === undefined);
    await releaseTry(relaxed, withoutMembers, countedAt);
    throw error;
  });
  if (isRight(compared)) await releaseTry(relaxed, counters, countedAt);
  return compared;
}

/** Whole seconds from `now` to `then`, at least one, for Retry-After. */
export const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1000));

/**
 * Counts an email of an admin's change for each of the addresses, in their order (threat A8). Resolves to those whose
 * mailbox had one left; what needs one beyond the company's limit is refused. Disabling and signing out send none. Not
 * counted are the notices that an address was changed and that a domain was lost, which nobody may keep from their
 * readers. Call it in the transaction of the emails, with the company locked.
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

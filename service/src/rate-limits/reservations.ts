/** Taking a place before a comparison and settling it after: what every flow does that compares a secret. */
import { seconds } from '@app/contract/fields/durations.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { type Counter, countUse, countWrong, reserveSlots, type Verdict } from '#store/sign-in/throttles.ts';

/** How long a try waits on the clock while the last places are taken by others that are not settled yet. */
const longestWait = seconds(5);
/** How often it looks again without being woken: places that another process settles. */
const lookAgain = 500;

/** Takes a place in every counter, or throws the refusal of one that is full. It must be settled. */
export async function reserveSlot(counters: readonly Counter[], deps: Deps, now: number): Promise<void> {
  const take = async () => ({ verdict: await reserveSlots(deps.store.relaxed, counters, now) });
  await waitForSlot(take, () => counters, deps, now);
}

/** Settles places as wrong, and wakes a call that waits for one of them. */
export async function recordWrong(counters: readonly Counter[], deps: Deps, now: number): Promise<void> {
  await countWrong(deps.store.relaxed, counters, now);
  deps.store.notifier.notify(counters.map(({ key }) => key));
}

/**
 * Repeats `take` while the last places are taken by tries under way: whether those were wrong decides. It repeats when
 * one of them is settled, one waiting call at a time. Throws the refusal of the counter, usually `rateLimited`, if one
 * is full.
 * @param countersOf the counters in which `take` wanted a place
 */
export async function waitForSlot<T extends { verdict: Verdict }>(
  take: () => Promise<T>,
  countersOf: (taken: T) => readonly Counter[],
  deps: Deps,
  now: number,
): Promise<T> {
  const { notifier } = deps.store;
  const begun = performance.now();
  for (;;) {
    const taken = await take();
    if (taken.verdict.verdict === 'free') return taken;
    const keys = countersOf(taken).map(({ key }) => key);
    const waited = performance.now() - begun;
    const waits =
      taken.verdict.verdict === 'busy' && waited < longestWait && (await notifier.wait(keys, lookAgain));
    if (waits) continue;
    // Who is refused takes no place: the next one that waits must not wait for it.
    notifier.notify(keys);
    refuseIfBlocked(taken.verdict, now);
    throw new Refusal('rateLimited', { retryAfter: 1 });
  }
}

/**
 * Counts a use in every counter, or throws the refusal of one that is full and counts it in none. `message` replaces the
 * refusal's own.
 */
export async function countUses(
  counters: readonly Counter[],
  deps: Deps,
  now: number,
  message?: string,
): Promise<void> {
  refuseIfBlocked(await countUse(deps.store.relaxed, counters, now), now, message);
}

function refuseIfBlocked(verdict: Verdict, now: number, message?: string): void {
  if (verdict.verdict !== 'blocked') return;
  const retryAfter = secondsUntil(verdict.until, now);
  const refusal = verdict.counter.refusal ?? 'rateLimited';
  throw new Refusal(refusal, message === undefined ? { retryAfter } : { retryAfter, message });
}

/** Whole seconds from `now` to `then`, at least one, as Retry-After has them. */
export const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1000));

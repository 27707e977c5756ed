/** Taking a place before a comparison and settling it after: what every flow does that compares a secret. */
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@app/contract/durations.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { type Counter, countUse, takePlaces, type Verdict } from '#store/throttles.ts';

/** How long a try waits while the last places are taken by others that are not settled yet. */
const longestWait = seconds(5);

/** Takes a place in every counter, or throws `Refusal('rateLimited')` if one is full. It must be settled. */
export async function takePlace(counters: readonly Counter[], deps: Deps, now: number): Promise<void> {
  await whenFree(async () => ({ verdict: await takePlaces(deps.store.quick, counters, now) }), now);
}

/**
 * Repeats `take` while the last places are taken by tries under way: whether those were wrong decides. Throws
 * `Refusal('rateLimited')` if a counter is full.
 */
export async function whenFree<T extends { verdict: Verdict }>(
  take: () => Promise<T>,
  now: number,
): Promise<T> {
  for (let waited = 0; ;) {
    const taken = await take();
    refuseIfBlocked(taken.verdict, now);
    if (taken.verdict.verdict === 'free') return taken;
    if (waited >= longestWait) throw new Refusal('rateLimited', { retryAfter: 1 });
    const wait = 15 + Math.random() * 20;
    await pause(wait);
    waited += wait;
  }
}

/**
 * Counts a use in every counter, or throws `Refusal('rateLimited')` and counts it in none. `message` replaces the
 * refusal's own.
 */
export async function countUses(
  counters: readonly Counter[],
  deps: Deps,
  now: number,
  message?: string,
): Promise<void> {
  refuseIfBlocked(await countUse(deps.store.quick, counters, now), now, message);
}

function refuseIfBlocked(verdict: Verdict, now: number, message?: string): void {
  if (verdict.verdict !== 'blocked') return;
  const retryAfter = secondsUntil(verdict.until, now);
  throw new Refusal('rateLimited', message === undefined ? { retryAfter } : { retryAfter, message });
}

/** Whole seconds from `now` to `then`, at least one, as Retry-After has them. */
export const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1000));

/** Reserves a slot of a rate limit before a secret is compared, and counts or releases the try afterwards. */
import { seconds } from '@app/contract/fields/durations.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { type Counter, countUse, countWrong, reserveSlots, type Verdict } from '#store/sign-in/throttles.ts';

import { limitNameOf } from './limit-names.ts';

/** How long a try waits while other tries hold the last slots. */
const longestWait = seconds(5);
/** Milliseconds between two look-ups of a waiting try that is not woken: another process may hold the slots. */
const pollInterval = 500;

/**
 * Reserves a slot in every counter, or throws the refusal of a full one. The caller must then call `recordWrong` or
 * release the slot.
 */
export async function reserveSlot(counters: readonly Counter[], deps: Deps, now: number): Promise<void> {
  const take = async () => ({ verdict: await reserveSlots(deps.store.relaxed, counters, now) });
  await waitForSlot(take, () => counters, deps, now);
}

/** Counts the reserved slots as wrong tries, and wakes a call that waits for one of them. */
export async function recordWrong(counters: readonly Counter[], deps: Deps, now: number): Promise<void> {
  await countWrong(deps.store.relaxed, counters, now);
  deps.store.notifier.notify(counters.map(({ key }) => key));
}

/**
 * Repeats `take` while other tries hold the last slots: they may turn out right and release them. Wakes one waiting call
 * per finished try. Throws the refusal of a full counter, usually `rateLimited`.
 * @param countersOf the counters in which `take` tried to reserve a slot
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
      taken.verdict.verdict === 'busy' && waited < longestWait && (await notifier.wait(keys, pollInterval));
    if (waits) continue;
    // A refused call holds no slot: the next waiting call need not wait for it.
    notifier.notify(keys);
    refuseIfBlocked(taken.verdict, deps, now);
    deps.metrics.limited('busy');
    throw new Refusal('rateLimited', { retryAfter: 1 });
  }
}

/**
 * Counts a use in every counter. If one is full it counts in none and throws that counter's refusal. `message` replaces
 * the refusal's own message.
 */
export async function countUses(
  counters: readonly Counter[],
  deps: Deps,
  now: number,
  message?: string,
): Promise<void> {
  refuseIfBlocked(await countUse(deps.store.relaxed, counters, now), deps, now, message);
}

/** Throws the refusal of a full counter, or of `message` instead of its own. */
export function refuseIfBlocked(verdict: Verdict, deps: Deps, now: number, message?: string): void {
  if (verdict.verdict !== 'blocked') return;
  deps.metrics.limited(limitNameOf(verdict.counter.key));
  const retryAfter = secondsUntil(verdict.until, now);
  const refusal = verdict.counter.refusal ?? 'rateLimited';
  throw new Refusal(refusal, message === undefined ? { retryAfter } : { retryAfter, message });
}

/** Whole seconds from `now` to `then`, at least one, for Retry-After. */
export const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1000));

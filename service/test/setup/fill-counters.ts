/** Fills rate-limit counters directly in the database, for tests at a limit. */
import type { Deps } from '#deps.ts';
import type { Counter } from '#store/sign-in/throttles.ts';

/** Leaves `left` uses in each counter; with 0 they are full until their window ends. */
export async function fillCounters(deps: Deps, counters: readonly Counter[], left: number): Promise<void> {
  for (const { key, limit, window } of counters) {
    const end = new Date(deps.clock() + window);
    const used = { wrong: limit - left, window_ends_at: end, blocked_until: left > 0 ? new Date(0) : end };
    await deps.store.durable
      .insertInto('throttles')
      .values({ key, ...used })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(used))
      .execute();
  }
}

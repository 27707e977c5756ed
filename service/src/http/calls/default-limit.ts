/**
 * Limits every client to 3,000 calls of a kind in 15 minutes (threat E5): six for each of 500 people who share an
 * office's address. It protects only against floods, so it counts in memory, per instance, in a fixed window. The
 * limits that protect secrets are in the database, shared and exact.
 */
import { minutes } from '@app/contract/fields/durations.ts';

import { Refusal } from '#refusal.ts';

export interface DefaultLimit {
  /** Counts one call; throws `Refusal('rateLimited')` above the limit. */
  take(call: string, client: string, now: number): void;
}

/** Calls of one client to one address within `window` milliseconds, and the most clients that are remembered. */
export const defaultLimit = { calls: 3000, window: minutes(15), clientsMax: 20_000 };

/** @param onRefused called for each refused call */
export function createDefaultLimit({
  calls = defaultLimit.calls,
  window = defaultLimit.window,
  clientsMax = defaultLimit.clientsMax,
  onRefused = () => {},
}: Partial<typeof defaultLimit> & { onRefused?: () => void } = {}): DefaultLimit {
  const counts = new Map<string, { since: number; calls: number }>();

  /**
   * Bounded memory: the oldest window goes first. A client of many addresses gains nothing that a new address does not
   * give.
   */
  function makeRoom(now: number): void {
    for (const [key, entry] of counts) {
      if (counts.size < clientsMax && now - entry.since < window) return;
      counts.delete(key);
    }
  }

  return {
    take(call, client, now) {
      const key = `${call} ${client}`;
      let entry = counts.get(key);
      if (entry === undefined || now - entry.since >= window) {
        counts.delete(key);
        makeRoom(now);
        entry = { since: now, calls: 0 };
        counts.set(key, entry);
      }
      entry.calls += 1;
      if (entry.calls > calls) {
        onRefused();
        throw new Refusal('rateLimited', { retryAfter: Math.ceil((entry.since + window - now) / 1000) });
      }
    },
  };
}

/**
 * Counts the refreshes of this browser, all tabs and reloads together, so that no state of clock, storage or answer makes
 * a stream of calls (`limits.refreshTries`).
 */
import * as limits from '@app/contract/fields/limits.ts';
import * as v from 'valibot';

import { readLocal, writeLocal, type LocalStorage } from './local-values.ts';

const times = v.array(v.number());

/** @param now milliseconds since the epoch, by this device's clock */
export function createRefreshTries(storage: LocalStorage, now: () => number) {
  // For a browser that blocks storage.
  let own: readonly number[] = [];

  /** The times within the window. A clock that was set, either way, begins a new one. */
  function lately(): readonly number[] {
    const text = readLocal('refresh_tries', storage);
    const read = text === undefined ? own : parsed(text);
    return read.filter((time) => Math.abs(now() - time) < limits.refreshTriesWindow);
  }

  return {
    /** Counts a refresh. Returns the milliseconds to wait when there were too many; undefined: it may be made. */
    reserve(): number | undefined {
      const before = lately();
      if (before.length >= limits.refreshTries)
        return limits.refreshTriesWindow - Math.max(0, now() - Math.min(...before));
      own = [...before, now()];
      writeLocal('refresh_tries', JSON.stringify(own), storage);
      return undefined;
    },
  };
}

function parsed(text: string): readonly number[] {
  try {
    const read = v.safeParse(times, JSON.parse(text));
    return read.success ? read.output : [];
  } catch {
    return [];
  }
}

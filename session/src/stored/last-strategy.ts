/** How this browser signed in last, so that the right method stands first next time. It outlives the sign-out. */
import { strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from './local-values.ts';

/** The way of the last finished sign-in here, or undefined when there was none that is known. It names nobody. */
export function readLastStrategy(storage: LocalStorage = pageStorage()): Strategy | undefined {
  const stored = readLocal('last_strategy', storage);
  return strategies.find((strategy) => strategy === stored);
}

/** Remembers a finished sign-in; `StoredValues.saveTokens` does it. */
export function storeLastStrategy(strategy: Strategy, storage: LocalStorage = pageStorage()): void {
  writeLocal('last_strategy', strategy, storage);
}

/** The sign-in method used last in this browser, so that it is the main one next time. A sign-out does not remove it. */
import { strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from './local-values.ts';

/** The method of the last finished sign-in here; undefined when there was none. It identifies no person. */
export function readLastStrategy(storage: LocalStorage = pageStorage()): Strategy | undefined {
  const stored = readLocal('last_strategy', storage);
  return strategies.find((strategy) => strategy === stored);
}

/** Remembers a finished sign-in; `StoredValues.saveTokens` does it. */
export function storeLastStrategy(strategy: Strategy, storage: LocalStorage = pageStorage()): void {
  writeLocal('last_strategy', strategy, storage);
}

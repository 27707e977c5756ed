/** Stores the sign-in method used last in this browser, which is offered first next time. A sign-out keeps it. */
import { strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from './local-values.ts';

/** The method of the last finished sign-in in this browser, or undefined. It identifies no person. */
export function readLastStrategy(storage: LocalStorage = pageStorage()): Strategy | undefined {
  const stored = readLocal('last_strategy', storage);
  return strategies.find((strategy) => strategy === stored);
}

/** Stores the method of a finished sign-in; called by `StoredValues.saveTokens`. */
export function storeLastStrategy(strategy: Strategy, storage: LocalStorage = pageStorage()): void {
  writeLocal('last_strategy', strategy, storage);
}

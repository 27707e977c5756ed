/** Reads and writes values in local storage. In a browser that blocks storage they are absent, and no call throws. */
import { strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

/**
 * `platform` (spec §2), LOGIN_REDIRECT (spec §3), the challenge of the code step, the last sign-in method, and two about
 * refreshes: the service's clock, and when this browser refreshed.
 */
export type LocalKey =
  'platform' | 'LOGIN_REDIRECT' | 'mfa_challenge' | 'last_strategy' | 'clock_offset' | 'refresh_tries';

/** The methods of `localStorage` that are used; undefined where the browser blocks storage. */
export type LocalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

/** The page's local storage. Even reading the property throws when a person blocks site data. */
export function pageStorage(): LocalStorage {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export function readLocal(key: LocalKey, storage: LocalStorage = pageStorage()): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it (undefined). A full or blocked storage stores nothing. */
export function writeLocal(
  key: LocalKey,
  value: string | undefined,
  storage: LocalStorage = pageStorage(),
): void {
  try {
    if (value === undefined) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch {
    // These values are conveniences: a sign-in works without them.
  }
}

/**
 * The token by which the service recognises this browser, where its risk-data script has kept one on this origin
 * (`service/src/http/documents/risk-data.js`). Undefined with another script, or on another host.
 */
export function readDeviceToken(storage: LocalStorage = pageStorage()): string | undefined {
  try {
    const key = Object.keys(storage ?? {}).find((each) => each.startsWith('device_token.'));
    return key === undefined ? undefined : (storage?.getItem(key) ?? undefined);
  } catch {
    return undefined;
  }
}

/** The method of the last finished sign-in in this browser, or undefined. It identifies no person. */
export function readLastStrategy(storage: LocalStorage = pageStorage()): Strategy | undefined {
  const stored = readLocal('last_strategy', storage);
  return strategies.find((strategy) => strategy === stored);
}

/** Stores the method of a finished sign-in; called by `StoredValues.saveTokens`. */
export function storeLastStrategy(strategy: Strategy, storage: LocalStorage = pageStorage()): void {
  writeLocal('last_strategy', strategy, storage);
}

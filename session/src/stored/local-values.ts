/** The values in the local storage of this origin. In a browser that withholds it they are absent, and nothing fails. */

/** `platform` (spec §2), LOGIN_REDIRECT (spec §3), the challenge of the code step, and the way of the last sign-in. */
export type LocalKey = 'platform' | 'LOGIN_REDIRECT' | 'mfa_challenge' | 'last_strategy';

/** What is used of `localStorage`; undefined where the browser withholds it. */
export type LocalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;

/** The page's local storage. Reading the property alone throws where a person blocks site data. */
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

/** Stores a value, or removes it (undefined). A full or withheld storage stores nothing. */
export function writeLocal(
  key: LocalKey,
  value: string | undefined,
  storage: LocalStorage = pageStorage(),
): void {
  try {
    if (value === undefined) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch {
    // A convenience is lost, not a sign-in.
  }
}

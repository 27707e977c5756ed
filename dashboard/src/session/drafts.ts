/**
 * What a person has typed and not sent yet, in session storage: it survives a reload and the end of a session. It is
 * kept by the person's id, so that nobody else sees it.
 */
const prefix = 'draft:';

const keyOf = (userId: string, name: string): string => `${prefix}${userId}:${name}`;

/** The storage of this tab; undefined where the browser blocks it. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** What was stored under a name, or undefined. */
export function readDraft(userId: string, name: string): unknown {
  try {
    const text = storage()?.getItem(keyOf(userId, name));
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft, or removes it (undefined). A full storage stores nothing. */
export function writeDraft(userId: string, name: string, value: unknown): void {
  try {
    if (value === undefined) storage()?.removeItem(keyOf(userId, name));
    else storage()?.setItem(keyOf(userId, name), JSON.stringify(value));
  } catch {
    // A draft is a convenience: the form works without it.
  }
}

/** Removes every draft, or those of everyone except one person. */
export function clearDrafts(exceptOf?: string): void {
  const kept = exceptOf === undefined ? undefined : keyOf(exceptOf, '');
  try {
    for (const key of Object.keys(storage() ?? {})) {
      if (key.startsWith(prefix) && !(kept !== undefined && key.startsWith(kept))) storage()?.removeItem(key);
    }
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

import { useEffect, useRef } from 'react';

declare const process: { env: { NODE_ENV?: string } };

/**
 * Whether wrong use is reported to the developer. Bundlers replace these very words, because React and Base UI need it.
 * A guard by `typeof process` would keep the reports in a production build.
 */
const inDevelopment: boolean = process.env.NODE_ENV !== 'production';

/** The value of a row's identifier field. The number 1 and the text '1' are two keys. */
export type RowKey = string | number;

/** A key as TanStack Table stores it: JSON keeps the type of the key. */
export function rowIdOfKey(key: RowKey): string {
  return JSON.stringify(key);
}

export function keyOfRowId(rowId: string): RowKey {
  return JSON.parse(rowId) as RowKey;
}

/** The id of a row. A row without an identifier is a bug: it throws, except in production, where it uses its place. */
export function rowIdOf(row: object, identifier: string, index: number): string {
  const key: unknown = Reflect.get(row, identifier);
  if (typeof key === 'string' || typeof key === 'number') return rowIdOfKey(key);
  if (inDevelopment)
    throw new Error(
      `Table: row ${index} has no identifier: its field '${identifier}' is neither a string nor a number. ` +
        'Name another field by the prop identifier.',
    );
  return rowIdOfKey(`row ${index}`);
}

/** The first key that two rows share. */
function duplicateKey(rows: readonly object[], identifier: string): unknown {
  const seen = new Set();
  for (const row of rows) {
    const key: unknown = Reflect.get(row, identifier);
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

/** Warns once, in development, when two rows have the same key: React and the selection then mix them up. */
export function useDuplicateWarning(rows: readonly object[], identifier: string) {
  const warned = useRef(false);
  useEffect(() => {
    if (!inDevelopment || warned.current) return;
    const key = duplicateKey(rows, identifier);
    if (key === undefined) return;
    warned.current = true;
    console.warn(`Table: two rows have the same '${identifier}': ${JSON.stringify(key)}.`);
  }, [rows, identifier]);
}

import { useEffect, useRef } from 'react';
import { inDevelopment } from '#in-development.ts';
import { duplicateKey } from './row-key.ts';

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

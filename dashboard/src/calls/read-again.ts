import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again what begins with a key and is shown, after something changed it. A first read that is under way is begun
 * again: it may have been answered before the change, and the library would keep its answer.
 */
export async function readAgain(queries: QueryClient, queryKey: readonly unknown[] = []): Promise<void> {
  await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
}

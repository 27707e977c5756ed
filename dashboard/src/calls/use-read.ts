import type { AnswerOf, Endpoint, InputOf } from '@app/contract/calls/endpoint.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';

import type { CallFailure } from './dashboard-client.ts';
import { useCalls } from './calls-context.tsx';

/** The failure of a read as an error, because the library knows no other way to tell one. */
export class CallError extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export interface Reading<Answer> {
  /** The newest answer. It stays while it is read again, and when that fails. */
  readonly answer: Answer | undefined;
  /** Why the last try failed. */
  readonly failure: CallFailure | undefined;
  /** Nothing was read yet. */
  readonly loading: boolean;
  /** It is being read, for the first time or again. */
  readonly reading: boolean;
  /** The answer belongs to the input before: a list shows it until the next page arrives. */
  readonly outdated: boolean;
  /** When the answer was read, in milliseconds since the epoch; 0 before the first one. */
  readonly readAt: number;
  /** Reads it again. */
  readonly readAgain: () => void;
}

export interface ReadOptions {
  /** False: nothing is read. */
  readonly enabled?: boolean;
  /** Shows the answer to the last input until the next one arrives, as a list does while the person types. */
  readonly keepLast?: boolean;
  /** Milliseconds after which it is read again, while the page is visible. */
  readonly every?: number | undefined;
}

/** The key under which an answer is kept. */
export const readKey = (entry: Endpoint, input?: unknown): readonly unknown[] =>
  input === undefined ? [entry.path] : [entry.path, input];

/**
 * Reads what a call answers, and reads it again when it may have changed: after a change (`useChange`), and when the
 * person comes back to the page.
 */
export function useRead<Entry extends Endpoint>(
  entry: Entry,
  input: InputOf<Entry>,
  { enabled = true, keepLast = false, every }: ReadOptions = {},
): Reading<AnswerOf<Entry>> {
  const { client } = useCalls();
  const query = useQuery<AnswerOf<Entry> | null, CallError>({
    queryKey: readKey(entry, input),
    queryFn: async ({ signal }) => {
      const outcome = await client.call(entry, input, { signal });
      if (!outcome.ok) throw new CallError(outcome.failure);
      // The library takes undefined for a mistake.
      return outcome.answer ?? null;
    },
    enabled,
    ...(keepLast && { placeholderData: keepPreviousData }),
    ...(every !== undefined && { refetchInterval: every }),
  });
  return {
    answer: query.data ?? undefined,
    failure: query.error?.failure,
    loading: query.isLoading,
    reading: query.isFetching,
    outdated: query.isPlaceholderData,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
  };
}

/**
 * Reads again what begins with a key and is shown, after something changed it. A first read that is under way is begun
 * again: it may have been answered before the change, and the library would keep its answer.
 */
export async function readAgain(queries: QueryClient, queryKey: readonly unknown[] = []): Promise<void> {
  await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
}

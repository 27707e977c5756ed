import type { AnswerOf, Endpoint, InputOf } from '@app/contract/calls/endpoint.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type * as v from 'valibot';

import type { CallFailure } from './dashboard-client.ts';
import { useCalls } from './calls-context.tsx';
import { CallError, readKey } from './use-read.ts';

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}
/** The entry of a list whose pages follow each other by a cursor. */
type PagedEntry = Endpoint & { readonly answer: v.GenericSchema<unknown, PageOf<unknown>> };
type ItemOf<Entry extends PagedEntry> =
  v.InferOutput<Entry['answer']> extends PageOf<infer Item> ? Item : never;

export interface ReadingPages<Item> {
  /** The rows of all pages that were read. */
  readonly items: readonly Item[];
  /** How many there are in all pages; undefined before the first is read. */
  readonly total: number | undefined;
  readonly failure: CallFailure | undefined;
  /** Nothing was read yet. */
  readonly loading: boolean;
  /** The next page is being read. */
  readonly readingMore: boolean;
  /** Reads the next page; undefined at the end. */
  readonly readMore: (() => void) | undefined;
  /** Tries again what has failed: the next page or all of them. */
  readonly readAgain: () => void;
}

/** Reads a list page by page from its start. After a change (`useChange`) all its pages are read again. */
export function useReadPages<Entry extends PagedEntry>(
  entry: Entry,
  query: Readonly<Record<string, string>>,
): ReadingPages<ItemOf<Entry>> {
  const { client } = useCalls();
  const pages = useInfiniteQuery({
    queryKey: [...readKey(entry, query), 'pages'],
    initialPageParam: '',
    async queryFn({ pageParam: cursor, signal }) {
      const input = { query: { ...query, cursor } } as unknown as InputOf<Entry>;
      const outcome = await client.call(entry, input, { signal });
      if (!outcome.ok) throw new CallError(outcome.failure);
      return outcome.answer as AnswerOf<Entry> & PageOf<ItemOf<Entry>>;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const read = pages.data?.pages ?? [];
  return {
    items: read.flatMap(({ items }) => items),
    total: read.at(-1)?.total,
    failure: pages.error instanceof CallError ? pages.error.failure : undefined,
    loading: pages.isLoading,
    readingMore: pages.isFetchingNextPage,
    readMore: pages.hasNextPage ? () => void pages.fetchNextPage() : undefined,
    readAgain: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  };
}

import { useEffect, useRef, useState } from 'react';

/** Finds options for a text. The signal is aborted when the answer is not needed any more. */
export type SearchOptions<Option> = (query: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** Milliseconds after the last key before the search starts. */
const debounce = 250;

type Search<Option> = {
  /** The options of the last answer; undefined before the first. */
  found: readonly Option[] | undefined;
  /** A search is waiting or on its way. */
  searching: boolean;
  /** The last search failed; `found` is still the answer before it. */
  failed: boolean;
};

/**
 * Searches while `active`: at once when it starts, and 250 ms after each change of the query. A new query aborts the
 * search before it, whose answer is dropped also where its promise ignores the signal.
 */
export function useOptionSearch<Option>(
  searchOptions: SearchOptions<Option> | undefined,
  query: string,
  active: boolean,
): Search<Option> {
  const [search, setSearch] = useState<Search<Option>>({
    found: undefined,
    searching: false,
    failed: false,
  });
  const latest = useRef(searchOptions);
  useEffect(() => {
    latest.current = searchOptions;
  });
  const started = useRef(false);
  const searches = active && searchOptions !== undefined;
  useEffect(() => {
    if (!searches) {
      started.current = false;
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const start = async () => {
      try {
        const found = (await latest.current?.(query, signal)) ?? [];
        if (!signal.aborted) setSearch({ found, searching: false, failed: false });
      } catch {
        if (!signal.aborted) setSearch(({ found }) => ({ found, searching: false, failed: true }));
      }
    };
    setSearch(({ found }) => ({ found, searching: true, failed: false }));
    const timer = setTimeout(() => void start(), started.current ? debounce : 0);
    started.current = true;
    return () => {
      clearTimeout(timer);
      controller.abort();
      setSearch((before) => ({ ...before, searching: false }));
    };
  }, [searches, query]);
  return search;
}

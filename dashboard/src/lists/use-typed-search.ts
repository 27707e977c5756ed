import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two searches at least: of letters that follow each other faster, the last one is searched. */
const searchEvery = 40;
/** Milliseconds without a letter after which the search is in the address: browsers limit how often it may change. */
const addressWait = 300;

interface Typing {
  readonly text: string;
  readonly searched: string;
}

export interface TypedSearch {
  /** What the field shows. */
  readonly typed: string;
  /** What is searched for: at most a moment behind. */
  readonly searched: string;
  readonly setSearch: (text: string) => void;
  /** Drops what is typed and not in the address yet. */
  readonly forget: () => void;
}

/**
 * A search that follows the typing, while the address follows later.
 *
 * @param written the search in the address
 * @param write puts a search into the address; `before` is the one that it replaces
 */
export function useTypedSearch({
  written,
  write,
}: {
  written: string;
  write: (text: string, before: string) => void;
}): TypedSearch {
  // Undefined: what the address says.
  const [typing, setTyping] = useState<Typing>();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const lastWritten = useRef(written);
  const lastSearch = useRef(-Infinity);

  const stopTimers = (): void => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  };
  useEffect(() => stopTimers, []);
  useEffect(() => {
    if (lastWritten.current === written) return;
    // The person went back, or followed a link.
    lastWritten.current = written;
    stopTimers();
    setTyping(undefined);
  }, [written]);

  return {
    typed: typing?.text ?? written,
    searched: typing?.searched ?? written,
    setSearch(text) {
      stopTimers();
      const wait = searchEvery - (performance.now() - lastSearch.current);
      const search = (): void => {
        lastSearch.current = performance.now();
        setTyping({ text, searched: text });
      };
      // The first letter and those of a slow typist do not wait.
      if (wait <= 0) search();
      else setTyping((before) => ({ text, searched: before?.searched ?? written }));
      timers.current = [
        ...(wait > 0 ? [setTimeout(search, wait)] : []),
        setTimeout(() => {
          const before = lastWritten.current;
          lastWritten.current = text;
          if (text !== before) write(text, before);
          setTyping(undefined);
        }, addressWait),
      ];
    },
    forget() {
      stopTimers();
      setTyping(undefined);
    },
  };
}

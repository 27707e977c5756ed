import { useEffect, useRef, useState } from 'react';

/** Milliseconds between a letter and the search for it: the letters of a word that is pasted are one search. */
const searchWait = 40;
/** Milliseconds without a letter after which the search is in the address: browsers limit how often it may change. */
const addressWait = 300;

interface Typing {
  readonly text: string;
  readonly searched: string;
}

export interface TypedSearch {
  /** What the field shows. */
  readonly typed: string;
  /** What is searched for: a moment behind. */
  readonly searched: string;
  readonly setSearch: (text: string) => void;
  /** Drops what is typed and not in the address yet. */
  readonly forget: () => void;
}

/**
 * A search that follows what somebody types, while the address follows in its own time.
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

  const stopTimers = (): void => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  };
  useEffect(() => stopTimers, []);
  useEffect(() => {
    if (lastWritten.current === written) return;
    // Somebody went back, or followed a link.
    lastWritten.current = written;
    stopTimers();
    setTyping(undefined);
  }, [written]);

  return {
    typed: typing?.text ?? written,
    searched: typing?.searched ?? written,
    setSearch(text) {
      stopTimers();
      setTyping((before) => ({ text, searched: before?.searched ?? written }));
      timers.current = [
        setTimeout(() => setTyping({ text, searched: text }), searchWait),
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

/** What a coverage-guided run tries: a reader of foreign input, and what has to be true of it for every input. */

export interface Target {
  /** The ends of the paths of the files whose blocks are counted. */
  readonly files: readonly string[];
  readonly seeds: readonly (string | Uint8Array)[];
  /** Words of the reader's grammar, which random bytes would hardly ever spell. */
  readonly dictionary: readonly string[];
  /** Throws where the reader crashes, or where what it made of the input is not right. */
  check(input: Uint8Array): void | Promise<void>;
}

/** Says what is wrong. */
export function hold(good: boolean, wrong: string): void {
  if (!good) throw new Error(wrong);
}

/** The modules of zxcvbn that guess-estimate.ts uses. `@types/zxcvbn` describes its one function only. */
interface ZxcvbnMatch {
  readonly pattern: 'dictionary' | 'spatial' | 'repeat' | 'sequence' | 'regex' | 'date' | 'bruteforce';
  /** The first and the last UTF-16 unit of the password that it covers. */
  readonly i: number;
  readonly j: number;
  readonly token: string;
  readonly rank?: number;
  readonly reversed?: boolean;
  readonly l33t?: boolean;
  /** For a dictionary match: the letter that each look-alike replaces. */
  readonly sub?: Readonly<Record<string, string>>;
  readonly base_guesses?: number;
  readonly repeat_count?: number;
}

declare module 'zxcvbn/lib/frequency_lists.js' {
  /** Words by list, the most used first. */
  const lists: Readonly<Record<string, readonly string[]>>;
  export default lists;
}

declare module 'zxcvbn/lib/matching.js' {
  const matching: Readonly<
    Record<
      'spatial_match' | 'sequence_match' | 'regex_match' | 'date_match',
      (password: string) => ZxcvbnMatch[]
    >
  >;
  export default matching;
}

declare module 'zxcvbn/lib/scoring.js' {
  const scoring: { estimate_guesses(match: ZxcvbnMatch, password: string): number };
  export default scoring;
}

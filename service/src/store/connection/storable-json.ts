/** Writes JSON that PostgreSQL takes: `jsonb` refuses NUL and half a surrogate pair, which a cut can leave. */

/** An escaped backslash, which is no part of another escape; else what `jsonb` refuses, as `JSON.stringify` writes it. */
const escapes = /\\(?:\\|u(?:0000|d[89a-f]..))/g;

/** The value as JSON, for a column or a parameter of `jsonb` with text from outside: U+FFFD for what it refuses. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(escapes, (escape) => (escape === '\\\\' ? escape : '\uFFFD'));

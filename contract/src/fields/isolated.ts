/** Letters that are written from right to left, and marks that turn the direction of a text. */
const turning =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const marks = /[\u202A-\u202E\u2066-\u2069]/g;

/** A value for use in a sentence: whatever its direction, it does not change the order of the words around it. */
export const isolated = (value: string): string =>
  turning.test(value) ? `\u2068${value.replace(marks, '')}\u2069` : value;

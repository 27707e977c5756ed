/**
 * English is the fallback of every text (spec §1). The build fills each catalogue up, so a page never waits for a
 * second one.
 */

/** Texts by key, in groups. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** A catalogue with the English text for every key that it lacks, in the order of English. Keys of its own stay. */
export function withEnglish<Shape extends TextTree>(catalogue: TextTree, english: Shape): Shape {
  const filled: Record<string, string | TextTree> = {};
  for (const [key, text] of Object.entries(english)) {
    const own = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
    if (typeof text === 'string') filled[key] = typeof own === 'string' ? own : text;
    else filled[key] = withEnglish(typeof own === 'object' ? own : {}, text);
  }
  for (const [key, text] of Object.entries(catalogue)) filled[key] ??= text;
  return filled as Shape;
}

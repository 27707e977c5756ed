/** What a statement is called in a trace. */

/** The longest name, in characters. */
const nameMax = 100;

/**
 * The names that the statements in one have (`with "challenge" as (…)`), else the verb and the first table. The text has
 * placeholders and no values; comments and literals of our own are left out, too.
 */
export function statementName(text: string): string {
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const verb = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const parts = [...plain.matchAll(/(?:^with(?: recursive)?|,) "?(\w+)"? as \(/gi)].map(([, name]) => name);
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(plain)?.[1];
  const rest = parts.length > 0 ? parts.join(', ') : table;
  return (rest === undefined ? verb : `${verb} ${rest}`).slice(0, nameMax);
}

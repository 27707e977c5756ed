/** Reads docs/asvs.md, and says what is wrong with it: every requirement of levels 1 and 2 is judged once, by what can be checked. */

/** @typedef {{ id: string, level: string, verdict: string, says: string }} Row */

const verdicts = [
  'met',
  'operator',
  'deviation, imposed',
  'deviation, accepted',
  'deviation, open',
  'not applicable',
];

/**
 * The rows of the table, and the numbers of the list of what is not applicable.
 *
 * @param {string} text @param {ReadonlyMap<string, number>} required
 * @returns {Row[]}
 */
export function readAsvs(text, required) {
  const rows = [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|(.*)\|$/gm)].map(([, id = '', rest = '']) => {
    const [level = '', verdict = '', says = ''] = rest.split('|').map((cell) => cell.trim());
    return { id, level, verdict, says };
  });
  const [, list = ''] = /^Not applicable[^]*?\n\n([^]*?)\n(?:\n|$)/m.exec(text) ?? [];
  const absent = [...list.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => ({
    id,
    level: String(required.get(id)),
    verdict: 'not applicable',
    says: 'listed',
  }));
  return [...rows, ...absent];
}

/**
 * The requirements of levels 1 and 2 in the standard's order: number → level.
 *
 * @param {Readonly<Record<string, readonly number[]>>} levels of each section
 */
export const requiredOf = (levels) =>
  new Map(
    Object.entries(levels).flatMap(([section, ofSection]) =>
      ofSection.flatMap((level, at) =>
        level < 3 ? [/** @type {[string, number]} */ ([`${section}.${at + 1}`, level])] : [],
      ),
    ),
  );

/** The files in code quotes. @param {string} cell */
const filesIn = (cell) =>
  [...cell.matchAll(/`([\w./@-]+\/[\w./@-]+\.[a-z]+|[A-Z]+\.md)`/g)].map(([, file = '']) => file);

/**
 * @param {string} text of docs/asvs.md
 * @param {{ required: ReadonlyMap<string, number>, files: ReadonlySet<string> }} sources
 * @returns {string[]}
 */
export function problemsOfAsvs(text, { required, files }) {
  const rows = readAsvs(text, required);
  const ids = rows.map(({ id }) => id);
  return [
    ...[...required.keys()].filter((id) => !ids.includes(id)).map((id) => `${id}: no row`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id}: two rows`),
    ...rows.flatMap((row) => problemsOfRow(row, required, files)),
  ];
}

/**
 * What is met is shown by a test, or by a document where the requirement asks for one.
 *
 * @param {Row} row @param {ReadonlyMap<string, number>} required @param {ReadonlySet<string>} files
 */
function problemsOfRow({ id, level, verdict, says }, required, files) {
  const named = filesIn(says);
  return [
    ...(required.get(id) === Number(level) ? [] : [`${id}: its level is ${required.get(id)}`]),
    ...(verdicts.includes(verdict) ? [] : [`${id}: "${verdict}" is not a verdict`]),
    ...(says === '' ? [`${id}: says nothing`] : []),
    ...(verdict === 'met' && !named.some((file) => /\.test\.tsx?$|\.md$/.test(file))
      ? [`${id}: met without a test or a document`]
      : []),
    ...(verdict === 'deviation, imposed' && !/\b(?:spec|requirements) \u00a7\d/.test(says)
      ? [`${id}: imposed, and no section is named`]
      : []),
    ...named.filter((file) => !files.has(file)).map((file) => `${id}: no file ${file}`),
  ];
}

/** How many requirements of a level are met, the operator's, deviations and not applicable. @param {readonly Row[]} rows @param {number} level */
export const countsOf = (rows, level) =>
  ['met', 'operator', 'deviation', 'not applicable'].map(
    (verdict) => rows.filter((row) => row.verdict.startsWith(verdict) && Number(row.level) === level).length,
  );

/** Reads docs/asvs.md, and says what is wrong with it: every requirement of levels 1 and 2 has one row that can be checked. */

/**
 * @typedef {{ id: string, level: string, verdict: string, says: string, where: string, test: string }} Row
 * @typedef {{ id: string, kind: string, reason: string, mitigation: string }} Deviation
 */

export const verdicts = ['met', 'operator', 'deviation', 'not applicable'];
/** Why a deviation is there. `open`: neither imposed nor accepted; somebody has to do it. */
export const kinds = ['imposed', 'accepted', 'open'];

/** The cells of every row of a document whose first cell is a requirement's number. @param {string} text */
const rowsOf = (text) =>
  [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|(.*)\|$/gm)].map(([, id = '', rest = '']) => [
    id,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);

/** @param {string} text */
export function readAsvs(text) {
  const rows = rowsOf(text);
  return {
    requirements: rows
      .filter((cells) => cells.length === 6)
      .map(([id = '', level = '', verdict = '', says = '', where = '', test = '']) => ({
        id,
        level,
        verdict,
        says,
        where,
        test,
      })),
    deviations: rows
      .filter((cells) => cells.length === 4)
      .map(([id = '', kind = '', reason = '', mitigation = '']) => ({ id, kind, reason, mitigation })),
  };
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
const filesIn = (cell) => [...cell.matchAll(/`([\w./@-]+\.[a-z]+)`/g)].map(([, file = '']) => file);

/**
 * @param {string} text of docs/asvs.md
 * @param {{ required: ReadonlyMap<string, number>, files: ReadonlySet<string> }} sources
 * @returns {string[]}
 */
export function problemsOfAsvs(text, { required, files }) {
  const { requirements, deviations } = readAsvs(text);
  const ids = requirements.map(({ id }) => id);
  const deviating = requirements.filter(({ verdict }) => verdict === 'deviation').map(({ id }) => id);
  return [
    ...[...required.keys()].filter((id) => !ids.includes(id)).map((id) => `${id}: no row`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id}: two rows`),
    ...requirements.flatMap((row) => problemsOfRow(row, required, files)),
    ...deviations.flatMap((deviation) => problemsOfDeviation(deviation, deviating)),
    ...deviating
      .filter((id) => !deviations.some((deviation) => deviation.id === id))
      .map((id) => `${id}: a deviation without its reason`),
  ];
}

/**
 * What is met is shown by a test; a requirement of a document, by the document.
 *
 * @param {Row} row @param {ReadonlyMap<string, number>} required @param {ReadonlySet<string>} files
 */
function problemsOfRow({ id, level, verdict, says, where, test }, required, files) {
  const [places, tests] = [filesIn(where), filesIn(test)];
  const documented = places.some((file) => file.endsWith('.md'));
  return [
    ...(required.get(id) === Number(level) ? [] : [`${id}: its level is ${required.get(id)}`]),
    ...(verdicts.includes(verdict) ? [] : [`${id}: "${verdict}" is no verdict`]),
    ...(says === '' ? [`${id}: says nothing`] : []),
    ...(verdict === 'met' && places.length === 0 ? [`${id}: met, and nobody knows where`] : []),
    ...(verdict === 'met' && tests.length === 0 && !documented ? [`${id}: met without a test`] : []),
    ...tests.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => `${id}: ${file} is no test`),
    ...[...places, ...tests].filter((file) => !files.has(file)).map((file) => `${id}: no file ${file}`),
  ];
}

/** @param {Deviation} deviation @param {readonly string[]} deviating */
function problemsOfDeviation({ id, kind, reason, mitigation }, deviating) {
  return [
    ...(deviating.includes(id) ? [] : [`${id}: a reason, and its row is no deviation`]),
    ...(kinds.includes(kind) ? [] : [`${id}: "${kind}" is no kind of a deviation`]),
    ...(reason === '' || mitigation === '' ? [`${id}: no reason or no mitigation`] : []),
    ...(kind === 'imposed' && !/\b(?:spec|requirements) \u00a7\d/.test(reason)
      ? [`${id}: imposed, and no section is named`]
      : []),
  ];
}

/** How many requirements of a level have each verdict. @param {readonly Row[]} rows @param {number} level */
export const countsOf = (rows, level) =>
  verdicts.map(
    (verdict) => rows.filter((row) => row.verdict === verdict && Number(row.level) === level).length,
  );

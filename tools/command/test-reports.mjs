/** Counts what the parts of `npm test` report, and finds the slowest files. A part that crashed, or ran nothing, has failed. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {readonly string[]} [names] of what failed
 */

/**
 * Counts Vitest's JSON report. A file that could not be loaded counts as one failure.
 *
 * @param {any} report undefined where Vitest wrote none
 * @param {number | null} code Vitest's exit code
 * @returns {Count}
 */
export function countVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const crashedFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + crashedFiles;
  return {
    passed,
    failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts Playwright's JSON report. A test that passed only when it was tried again, which only the engines beside Chromium
 * do, counts as not run; Playwright names it.
 *
 * @param {any} report undefined where Playwright wrote none
 * @param {number | null} code Playwright's exit code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected === 0 && (code !== 0 || expected === 0) ? 1 : unexpected;
  return { passed: expected, failed, skipped: skipped + flaky };
}

/**
 * The tests that failed, by file and title with the first lines of what they said, as the end of `npm test` lists them.
 *
 * @param {any} report Vitest's, undefined where it wrote none
 * @param {string} root
 * @returns {string[]}
 */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    if (file.status !== 'failed') return [];
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    if (failed.length === 0) return [`${name} › ${file.message}`];
    return failed.map(
      (/** @type {any} */ test) => `${name} › ${test.fullName}${firstLines(test.failureMessages?.[0])}`,
    );
  });
}

/**
 * The same of Playwright.
 *
 * @param {any} report Playwright's, undefined where it wrote none
 * @returns {string[]}
 */
export function failedInPlaywright(report) {
  /** @type {(suite: any) => string[]} */
  const failedIn = (suite) => [
    ...(suite.suites ?? []).flatMap(failedIn),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => {
        const { projectName, results } =
          spec.tests?.find((/** @type {any} */ test) => test.status === 'unexpected') ??
          spec.tests?.[0] ??
          {};
        const engine = projectName ? `${projectName} › ` : '';
        return `${engine}${spec.file}:${spec.line} › ${spec.title}${firstLines(results?.[0]?.error?.message)}`;
      }),
  ];
  return (report?.suites ?? []).flatMap(failedIn);
}

/**
 * The first lines of a failure, indented and without the colours of a terminal.
 *
 * @param {string | undefined} message
 */
function firstLines(message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 20);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => `\n    ${line}`)
    .join('');
}

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function sum(counts) {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
  };
}

/**
 * The last line of `npm test`.
 *
 * @param {Count} count
 */
export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * The exit code of `npm test`: 1 also if nothing ran.
 *
 * @param {Count} count
 */
export function exitCodeOfCount({ passed, failed }) {
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** @typedef {{ file: string, seconds: number }} Time */

/**
 * The time of each file in Vitest's JSON report, from the start of its first test to the end of its last one.
 *
 * @param {any} report undefined where Vitest wrote none
 * @param {string} root what the paths are relative to
 * @returns {Time[]}
 */
export function vitestTimes(report, root) {
  const files = /** @type {{ name: string, startTime: number, endTime: number }[]} */ (
    report?.testResults ?? []
  );
  return files.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/**
 * @typedef {object} Suite of Playwright: a file, or a `describe` in it
 * @property {string} file
 * @property {{ tests: { results: { duration: number }[] }[] }[]} [specs]
 * @property {Suite[]} [suites]
 */

/**
 * The time of each file in Playwright's JSON report: that of its tests, one after the other, retries included.
 *
 * @param {{ suites?: Suite[] } | undefined} report undefined where Playwright wrote none
 * @param {string} folder the tests' folder, from the root
 * @returns {Time[]}
 */
export function playwrightTimes(report, folder) {
  /**
   * @param {Suite} suite
   * @returns {number}
   */
  const milliseconds = ({ specs = [], suites = [] }) =>
    totalOf([
      ...specs.flatMap(({ tests }) =>
        tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
      ),
      ...suites.map(milliseconds),
    ]);
  return (report?.suites ?? []).map((suite) => ({
    file: `${folder}/${suite.file}`,
    seconds: milliseconds(suite) / 1000,
  }));
}

/**
 * The ten slowest files, a line each, and the seconds of all files.
 *
 * @param {readonly Time[]} times
 */
export function describeTimes(times) {
  const slowest = [...times].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  const all = totalOf(times.map(({ seconds }) => seconds));
  return [
    `The ${slowest.length} slowest of ${times.length} files:`,
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    `${all.toFixed(1).padStart(7)} s  all files, one after the other`,
  ].join('\n');
}

/** @param {readonly number[]} numbers */
function totalOf(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

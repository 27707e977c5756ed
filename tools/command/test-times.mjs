/** Finds the slowest test files in the reports of `npm test`. */
import { relative } from 'node:path';

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
    sum([
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
  const all = sum(times.map(({ seconds }) => seconds));
  return [
    `The ${slowest.length} slowest of ${times.length} files:`,
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    `${all.toFixed(1).padStart(7)} s  all files, one after the other`,
  ].join('\n');
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

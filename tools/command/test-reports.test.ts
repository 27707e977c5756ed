import { expect, test } from 'vitest';

import {
  countPlaywright,
  countVitest,
  exitCodeOfCount,
  failedInPlaywright,
  failedInVitest,
  lastLine,
  sum,
  describeTimes,
  playwrightTimes,
  vitestTimes,
} from './test-reports.mjs';

const vitest = (overrides: object = {}) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...overrides,
});
const crashedFile = { status: 'failed', assertionResults: [] };
const failedFile = { status: 'failed', assertionResults: [{ status: 'failed' }] };

test.for([
  ['all pass', vitest(), 0, 3, 0],
  ['one fails', vitest({ numFailedTests: 1, testResults: [failedFile] }), 1, 3, 1],
  ['a file cannot be loaded', vitest({ testResults: [crashedFile] }), 1, 3, 1],
  ['all pass, yet it ended with an error', vitest(), 1, 3, 1],
  ['nothing ran', vitest({ numPassedTests: 0 }), 0, 0, 1],
  ['it crashed', undefined, null, 0, 1],
] as const)('unit tests: %s', ([, report, code, passed, failed]) => {
  expect(countVitest(report, code)).toMatchObject({ passed, failed });
});

test.for([
  ['all pass', { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, 0, 5, 0],
  ['one fails', { expected: 4, unexpected: 1, flaky: 0, skipped: 0 }, 1, 4, 1],
  ['one passes at the second try only', { expected: 4, unexpected: 0, flaky: 1, skipped: 0 }, 0, 4, 0],
  ['nothing ran', { expected: 0, unexpected: 0, flaky: 0, skipped: 2 }, 0, 0, 1],
  ['all pass, yet it ended with an error', { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, 1, 5, 1],
] as const)('journeys: %s', ([, stats, code, passed, failed]) => {
  expect(countPlaywright({ stats }, code)).toMatchObject({ passed, failed });
});

test('journeys: without a report they have crashed', () => {
  expect(countPlaywright(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('what failed is listed by file and title, also a file that could not be loaded', () => {
  const status = 'failed';
  const testResults = [
    {
      name: '/p/a.test.ts',
      status,
      assertionResults: [
        { status, fullName: 'adds', failureMessages: ['\u001B[31mnot 3\u001B[39m\n\n- 3\n+ 4'] },
        { status: 'passed' },
      ],
    },
    { name: '/p/b.test.ts', status, assertionResults: [], message: 'no such module' },
    { name: '/p/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'reads' }] },
  ];
  expect(failedInVitest(vitest({ testResults }), '/p')).toEqual([
    'a.test.ts › adds\n    not 3\n    - 3\n    + 4',
    'b.test.ts › no such module',
  ]);
  const spec = (title: string, ok: boolean) => ({
    file: 'd.test.ts',
    line: 7,
    title,
    ok,
    tests: [{ results: [ok ? {} : { error: { message: 'still open' } }] }],
  });
  const suites = [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }];
  expect(failedInPlaywright({ suites })).toEqual(['d.test.ts:7 › closes\n    still open']);
  const error = { message: 'no key' };
  const tests = [
    { projectName: 'firefox', status: 'expected', results: [{}] },
    { projectName: 'webkit', status: 'unexpected', results: [{ error }] },
  ];
  expect(failedInPlaywright({ suites: [{ specs: [{ ...spec('types', false), tests }] }] })).toEqual([
    'webkit › d.test.ts:7 › types\n    no key',
  ]);
  expect(failedInVitest(undefined, '/p')).toEqual([]);
  expect(failedInPlaywright(undefined)).toEqual([]);
});

test('the last line counts all parts', () => {
  const total = sum([
    { passed: 11, failed: 0 },
    { passed: 300, failed: 2 },
  ]);
  expect(lastLine(total)).toBe('311 passed, 2 failed');
  expect(exitCodeOfCount(total)).toBe(1);
});

test('all passed is exit code 0; nothing at all is not', () => {
  expect(exitCodeOfCount({ passed: 1, failed: 0 })).toBe(0);
  expect(exitCodeOfCount({ passed: 0, failed: 0 })).toBe(1);
});

test('unit tests: a file takes from its first test to its last', () => {
  const report = { testResults: [{ name: '/clone/ui/src/a.test.ts', startTime: 1000, endTime: 3500 }] };
  expect(vitestTimes(report, '/clone')).toEqual([{ file: 'ui/src/a.test.ts', seconds: 2.5 }]);
});

test('journeys: a file takes as long as its tests, also those in groups and those that were tried again', () => {
  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const file = 'sign-in/resend.test.ts';
  const report = {
    suites: [{ file, specs: [spec(500), spec(100, 200)], suites: [{ file, specs: [spec(1200)] }] }],
  };
  expect(playwrightTimes(report, 'journeys')).toEqual([
    { file: 'journeys/sign-in/resend.test.ts', seconds: 2 },
  ]);
});

test('without a report there are no times', () => {
  expect([vitestTimes(undefined, '/'), playwrightTimes(undefined, 'journeys')]).toEqual([[], []]);
});

test('the ten slowest files are named, and all are counted', () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  const lines = describeTimes(times).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.slice(0, 3)).toEqual([
    'The 10 slowest of 12 files:',
    '   11.0 s  11.test.ts',
    '   10.0 s  10.test.ts',
  ]);
  expect(lines.at(-1)).toBe('   66.0 s  all files, one after the other');
});

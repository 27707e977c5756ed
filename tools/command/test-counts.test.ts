import { expect, test } from 'vitest';

import {
  countPlaywright,
  countVitest,
  exitCodeOfCount,
  failedInPlaywright,
  failedInVitest,
  lastLine,
  sum,
} from './test-counts.mjs';

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

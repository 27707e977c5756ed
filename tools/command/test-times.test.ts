import { expect, test } from 'vitest';

import { describeTimes, playwrightTimes, vitestTimes } from './test-times.mjs';

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

import { expect, it } from 'vitest';

import { memoryDumpProblems } from './memory-dumps.ts';

it.each([
  [['--report-uncaught-exception'], undefined, ['NODE_OPTIONS']],
  [['--report_on_signal'], undefined, ['NODE_OPTIONS']],
  [[], '--max-old-space-size=512 --heapsnapshot-near-heap-limit=2', ['NODE_OPTIONS']],
  [['--heapsnapshot-signal=SIGUSR2', '--inspect=0.0.0.0:9229'], '--heap-prof', Array(3).fill('NODE_OPTIONS')],
  [['--abort-on-uncaught-exception'], '--tls-keylog=/tmp/keys', Array(2).fill('NODE_OPTIONS')],
  [['--import', './x.ts', '--max-old-space-size=512'], '--enable-source-maps', []],
  [[], undefined, []],
] as const)('judges %j and %s', (flags, options, names) => {
  expect(memoryDumpProblems(flags, options, undefined).map(({ name }) => name)).toEqual(names);
});

it('refuses NODE_DEBUG', () => {
  expect(memoryDumpProblems([], undefined, 'http').map(({ name }) => name)).toEqual(['NODE_DEBUG']);
  expect(memoryDumpProblems([], undefined, '')).toEqual([]);
});

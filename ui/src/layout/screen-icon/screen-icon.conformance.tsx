import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { ScreenIcon } from './screen-icon.tsx';

export const cases: readonly ConformanceCase[] = [
  { name: 'ScreenIcon', render: (given) => <ScreenIcon {...given} kind="done" />, refTag: 'svg' },
];

import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Spinner } from './spinner.tsx';

export const cases: readonly ConformanceCase[] = [
  { name: 'Spinner', render: (given) => <Spinner {...given} />, refTag: 'span' },
];

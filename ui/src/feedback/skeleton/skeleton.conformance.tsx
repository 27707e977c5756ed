import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Skeleton } from './skeleton.tsx';

export const cases: readonly ConformanceCase[] = [
  { name: 'Skeleton', render: (given) => <Skeleton {...given} />, refTag: 'span' },
];

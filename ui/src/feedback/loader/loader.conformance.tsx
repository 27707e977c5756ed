import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Loader } from './loader.tsx';

export const cases: readonly ConformanceCase[] = [
  { name: 'Loader', render: (given) => <Loader {...given} label="Loading" />, refTag: 'div' },
];

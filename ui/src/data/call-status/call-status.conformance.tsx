import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { CallStatus } from './call-status.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'CallStatus',
    render: (given) => <CallStatus {...given} status="missed" label="Missed" />,
    refTag: 'span',
  },
];

import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { CounterBadge } from './counter-badge.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'CounterBadge',
    render: (given) => <CounterBadge {...given} count={250} label="250 unread messages" />,
    refTag: 'span',
  },
];

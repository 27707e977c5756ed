import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { VisuallyHidden } from './visually-hidden.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'VisuallyHidden',
    render: (given) => <VisuallyHidden {...given}>250 unread messages</VisuallyHidden>,
    refTag: 'span',
  },
];

import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Flag } from './flag.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Flag',
    render: (given) => <Flag {...given} countryCode="FR" label="Calls from France" />,
    refTag: 'svg',
    labelled: { role: 'img', name: 'Calls from France' },
  },
];

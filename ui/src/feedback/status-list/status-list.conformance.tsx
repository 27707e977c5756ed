import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { StatusList } from './status-list.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'StatusList',
    render: (given) => (
      <StatusList
        {...given}
        label="Services"
        items={[
          { id: 'calls', name: 'Calls', state: 'good', text: 'Working' },
          { id: 'auth', name: 'Sign-in', state: 'bad', text: 'Not working' },
        ]}
      />
    ),
    refTag: 'ul',
    labelled: { role: 'list', name: 'Services' },
  },
];

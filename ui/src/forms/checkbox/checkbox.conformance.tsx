import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { Checkbox } from './checkbox.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Checkbox',
    render: (given) => <Checkbox {...given} label="Record calls" />,
    refTag: 'input',
    classNameElsewhere: true,
    labelled: { role: 'checkbox', name: 'Record calls' },
    disabled: {
      render: () => <Checkbox label="Record calls" disabled />,
      control: { role: 'checkbox', name: 'Record calls' },
    },
  },
];

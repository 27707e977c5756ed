import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { Switch } from './switch.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Switch',
    render: (given) => <Switch {...given} label="Do not disturb" />,
    refTag: 'input',
    classNameElsewhere: true,
    labelled: { role: 'switch', name: 'Do not disturb' },
    disabled: {
      render: () => <Switch label="Do not disturb" disabled />,
      control: { role: 'switch', name: 'Do not disturb' },
    },
  },
];

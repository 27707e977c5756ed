import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { Select } from './select.tsx';

const options = [
  { value: 'support', label: 'Support' },
  { value: 'sales', label: 'Sales' },
];
const team = { role: 'combobox', name: 'Team' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Select',
    render: (given) => <Select {...given} label="Team" options={options} />,
    refTag: 'button',
    classNameElsewhere: true,
    labelled: team,
    disabled: { render: () => <Select label="Team" options={options} disabled />, control: team },
    readOnly: { render: () => <Select label="Team" options={options} readOnly />, control: team },
    opens: { trigger: team, popup: { role: 'listbox', name: 'Team' } },
  },
];

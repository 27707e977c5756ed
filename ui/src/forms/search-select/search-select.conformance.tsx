import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { SearchSelect } from './search-select.tsx';

const options = [
  { value: 'ada', label: 'Ada Byron' },
  { value: 'grace', label: 'Grace Murray' },
];
const person = { role: 'combobox', name: 'Person' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'SearchSelect',
    render: (given) => <SearchSelect {...given} label="Person" options={options} />,
    refTag: 'input',
    classNameElsewhere: true,
    labelled: person,
    disabled: { render: () => <SearchSelect label="Person" options={options} disabled />, control: person },
    readOnly: { render: () => <SearchSelect label="Person" options={options} readOnly />, control: person },
    opens: { trigger: person, popup: { role: 'listbox', name: 'Person' } },
  },
];

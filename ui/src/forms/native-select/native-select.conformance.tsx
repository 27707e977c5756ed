import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { NativeSelect } from './native-select.tsx';

const options = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
];
const control = { role: 'combobox', name: 'Language' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'NativeSelect',
    render: (given) => <NativeSelect {...given} label="Language" options={options} />,
    refTag: 'select',
    labelled: control,
    disabled: { render: () => <NativeSelect label="Language" options={options} disabled />, control },
  },
];

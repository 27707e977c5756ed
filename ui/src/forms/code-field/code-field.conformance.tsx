import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { CodeField } from './code-field.tsx';

const control = { role: 'textbox', name: 'Security code' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'CodeField',
    render: (given) => <CodeField {...given} label="Security code" length={6} />,
    refTag: 'input',
    labelled: control,
    disabled: { render: () => <CodeField label="Security code" length={6} disabled />, control },
    readOnly: { render: () => <CodeField label="Security code" length={6} readOnly />, control },
  },
];

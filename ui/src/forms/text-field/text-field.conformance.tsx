import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { TextField } from './text-field.tsx';

const control = { role: 'textbox', name: 'Email' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'TextField',
    render: (given) => <TextField {...given} label="Email" hint="Your work address" error="Invalid e-mail" />,
    refTag: 'input',
    labelled: control,
    disabled: { render: () => <TextField label="Email" disabled />, control },
    readOnly: { render: () => <TextField label="Email" readOnly />, control },
  },
];

import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { PasswordField } from './password-field.tsx';

const texts = { label: 'Password', toggleLabel: 'Show password', capsLockHint: 'Caps Lock is on' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'PasswordField',
    render: (given) => <PasswordField {...given} {...texts} hint="At least 8 characters" />,
    refTag: 'input',
    // A password field has no role of its own; the button that shows the password is named after it.
    labelled: { role: 'button', name: 'Show password' },
  },
];

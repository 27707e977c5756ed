import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { PasswordRequirements } from './password-requirements.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'PasswordRequirements',
    render: (given) => (
      <PasswordRequirements
        {...given}
        label="Your password needs at least"
        items={[
          { id: 'length', text: '8 characters', met: true },
          { id: 'number', text: '1 number', met: false },
        ]}
        metLabel="met"
        notMetLabel="not met"
        summary="1 of 2 requirements met"
        value="kestrels"
      />
    ),
    refTag: 'div',
    classNameElsewhere: true,
    labelled: { role: 'list', name: 'Your password needs at least' },
  },
];

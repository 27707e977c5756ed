import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { FormStack, Stack } from './stack.tsx';

export const cases: readonly ConformanceCase[] = [
  { name: 'Stack', render: (given) => <Stack {...given}>Two calls are waiting.</Stack>, refTag: 'div' },
  {
    name: 'FormStack',
    render: (given) => (
      <FormStack {...given} aria-label="Log in">
        Two calls are waiting.
      </FormStack>
    ),
    refTag: 'form',
    labelled: { role: 'form', name: 'Log in' },
  },
];

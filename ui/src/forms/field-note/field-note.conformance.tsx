import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { FieldNote } from './field-note.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'FieldNote',
    render: (given) => <FieldNote {...given}>The passwords match.</FieldNote>,
    refTag: 'span',
  },
];

import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { Pagination } from './pagination.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Pagination',
    render: (given) => <Pagination {...given} page={2} rowCount={500} onPageChange={() => {}} />,
    refTag: 'nav',
    labelled: { role: 'navigation', name: 'Pages' },
    disabled: {
      render: () => <Pagination page={1} rowCount={500} onPageChange={() => {}} />,
      control: { role: 'button', name: 'Previous page' },
    },
  },
];

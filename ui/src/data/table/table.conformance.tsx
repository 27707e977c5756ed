import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { makePeople } from './people.ts';
import { Table } from './table.tsx';

const columns = [
  { id: 'name', label: 'Name' },
  { id: 'team', label: 'Team' },
] as const;

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Table',
    render: (given) => <Table {...given} caption="People" data={makePeople(3)} columns={columns} />,
    refTag: 'div',
    labelled: { role: 'table', name: 'People' },
    disabled: {
      render: () => (
        <Table
          caption="People"
          data={makePeople(3)}
          columns={columns}
          bulkActions={[{ id: 'move', label: 'Move to team', onExecute: () => {} }]}
          isRowDisabled={({ id }) => id === 1}
        />
      ),
      control: { role: 'checkbox', name: 'Select Ada Lovelace' },
    },
  },
];

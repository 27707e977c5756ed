/** The conformance cases of the components in `data/`. */
import { Avatar } from '#data/avatar/avatar.tsx';
import { CallStatus } from '#data/call-status/call-status.tsx';
import { CounterBadge } from '#data/counter-badge/counter-badge.tsx';
import { Flag } from '#data/flag/flag.tsx';
import { Pagination } from '#data/pagination/pagination.tsx';
import { makePeople } from '#test/people.ts';
import { Table } from '#data/table/table.tsx';

import type { ConformanceCase } from './conformance-case.ts';

const personColumns = [
  { id: 'name', label: 'Name' },
  { id: 'team', label: 'Team' },
] as const;

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Avatar',
    render: (given) => <Avatar {...given} name="Ada Lovelace" />,
    refTag: 'span',
    labelled: { role: 'img', name: 'Ada Lovelace' },
  },
  {
    name: 'CallStatus',
    render: (given) => <CallStatus {...given} status="missed" label="Missed" />,
    refTag: 'span',
  },
  {
    name: 'CounterBadge',
    render: (given) => <CounterBadge {...given} count={250} label="250 unread messages" />,
    refTag: 'span',
  },
  {
    name: 'Flag',
    render: (given) => <Flag {...given} countryCode="FR" label="Calls from France" />,
    refTag: 'svg',
    labelled: { role: 'img', name: 'Calls from France' },
  },
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
  {
    name: 'Table',
    render: (given) => <Table {...given} caption="People" data={makePeople(3)} columns={personColumns} />,
    refTag: 'div',
    labelled: { role: 'table', name: 'People' },
    disabled: {
      render: () => (
        <Table
          caption="People"
          data={makePeople(3)}
          columns={personColumns}
          bulkActions={[{ id: 'move', label: 'Move to team', onExecute: () => {} }]}
          isRowDisabled={({ id }) => id === 1}
        />
      ),
      control: { role: 'checkbox', name: 'Select Ada Lovelace' },
    },
  },
];

import type { Meta, StoryObj } from '@storybook/react-vite';
import { makePeople, type Person } from './people.ts';
import { Table, type Column } from './table.tsx';

const columns: Column<Person>[] = [
  { id: 'name', label: 'Name' },
  { id: 'email', label: 'Email' },
  { id: 'team', label: 'Team' },
  { id: 'calls', label: 'Calls', textAlign: 'end' },
];

const meta = {
  title: 'Data/Table',
  component: Table<Person>,
  args: { caption: 'People', data: makePeople(8), columns },
} satisfies Meta<typeof Table<Person>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Selected: Story = {
  args: {
    bulkActions: [{ id: 'move', label: 'Move to team', onExecute: () => {} }],
    defaultSelectedKeys: [2, 3],
  },
};

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, spyOn, userEvent, waitFor, within } from 'storybook/test';
import { makePeople, type Person } from '#test/people.ts';
import { sortRows, Table, type BulkAction, type Column, type Order } from './table.tsx';

const columns: Column<Person>[] = [
  { id: 'name', label: 'Name' },
  { id: 'email', label: 'Email' },
  { id: 'team', label: 'Team' },
  { id: 'role', label: 'Role', sortable: false },
  { id: 'lastActive', label: 'Last active' },
  { id: 'calls', label: 'Calls', textAlign: 'end' },
];

const actions: BulkAction<Person>[] = [
  { id: 'move', label: 'Move to team', onExecute: fn() },
  { id: 'deactivate', label: 'Deactivate', onExecute: fn() },
];

const people = makePeople(8);

const meta = {
  title: 'Data/Table',
  component: Table<Person>,
  args: { caption: 'People', data: people, columns },
  globals: { viewport: { value: 'desktop' } },
} satisfies Meta<typeof Table<Person>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Sorted: Story = {
  args: { defaultOrder: { field: 'lastActive', direction: 'ASC' }, onOrderChange: fn() },
  play: async ({ args, canvas }) => {
    const header = canvas.getByRole('columnheader', { name: 'Last active' });
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(header).getByRole('button'));
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(args.onOrderChange).toHaveBeenCalledWith({ field: 'lastActive', direction: 'DESC' });
    // Who was never active is last in both directions.
    await expect(canvas.getAllByRole('rowheader').at(-1)).toHaveTextContent('Grace Santos');
    await expect(within(canvas.getByRole('columnheader', { name: 'Role' })).queryByRole('button')).toBeNull();
  },
};

export const Selected: Story = {
  args: { bulkActions: actions, onSelectionChange: fn() },
  play: async ({ args, canvas }) => {
    const user = userEvent.setup();
    await user.click(canvas.getByRole('checkbox', { name: 'Select Bilal Haddad' }));
    await user.keyboard('{Shift>}');
    await user.click(canvas.getByRole('checkbox', { name: 'Select Dmitri Ivanov' }));
    await user.keyboard('{/Shift}');
    await expect(args.onSelectionChange).toHaveBeenLastCalledWith([2, 3, 4], people.slice(1, 4));
    await expect(
      canvas.getByRole('checkbox', { name: 'Select all rows on this page' }),
    ).toBePartiallyChecked();
    await expect(canvas.getByRole('toolbar', { name: 'Actions for the selected rows' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('3 selected');
  },
};

export const AllSelectedAndBusy: Story = {
  args: {
    bulkActions: [{ id: 'export', label: 'Export', onExecute: () => new Promise(() => {}) }, ...actions],
    defaultSelectedKeys: people.map(({ id }) => id),
  },
  play: async ({ canvas }) => {
    const press = canvas.getByRole('button', { name: 'Export' });
    await userEvent.click(press);
    await expect(press).toHaveAttribute('aria-busy', 'true');
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeChecked();
  },
};

export const ActionFailed: Story = {
  args: {
    bulkActions: [
      { id: 'export', label: 'Export', onExecute: () => Promise.reject(new Error('Not reachable')) },
      ...actions,
    ],
    defaultSelectedKeys: [1, 4],
  },
  play: async ({ canvas }) => {
    spyOn(window, 'reportError').mockImplementation(() => {});
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }));
    await expect(await canvas.findByText('That did not work. Please try again.')).toBeVisible();
    await expect(canvas.getByRole('checkbox', { name: 'Select Ada Lovelace' })).toBeChecked();
  },
};

export const DisabledRows: Story = {
  args: {
    bulkActions: actions,
    isRowDisabled: ({ team }) => team === 'Billing',
    isRowSelectable: ({ role }) => role !== 'Admin',
  },
};

export const PressableRows: Story = {
  args: { onRowClick: fn() },
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getAllByRole('cell', { name: 'Support' })[0] as HTMLElement);
    await expect(args.onRowClick).toHaveBeenCalledWith(people[0]);
    canvas.getByRole('button', { name: 'Bilal Haddad' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onRowClick).toHaveBeenLastCalledWith(people[1]);
    await expect(args.onRowClick).toHaveBeenCalledTimes(2);
  },
};

export const Paged: Story = {
  args: { data: makePeople(120), pageSize: 10, defaultPage: 4, bulkActions: actions },
  play: async ({ canvas }) => {
    const table = canvas.getByRole('table', { name: 'People' });
    await expect(table).toHaveAttribute('aria-rowcount', '121');
    await userEvent.click(canvas.getByRole('button', { name: 'Next page' }));
    await expect(canvas.getByText('41–50 of 120')).toBeInTheDocument();
    await expect(canvas.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '42');
  },
};

/** Ten thousand accounts of a server that sorts and pages. */
const accounts = makePeople(10_000);

function ServerTable(args: React.ComponentProps<typeof Table<Person>>) {
  const [order, setOrder] = useState<Order>({ field: 'name', direction: 'ASC' });
  const [page, setPage] = useState(1);
  const answer = sortRows(accounts, order, { locale: 'en' }).slice((page - 1) * 8, page * 8);
  return (
    <Table
      {...args}
      data={answer}
      rowCount={accounts.length}
      order={order}
      onOrderChange={setOrder}
      page={page}
      onPageChange={setPage}
      pageSize={8}
    />
  );
}

export const SortedAndPagedByServer: Story = {
  args: { bulkActions: actions, onSelectionChange: fn() },
  render: (args) => <ServerTable {...args} />,
  play: async ({ args, canvas }) => {
    const [first] = canvas.getAllByRole('checkbox', { name: /^Select Ada/ });
    await userEvent.click(first as HTMLElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Page 2' }));
    await userEvent.click(canvas.getAllByRole('checkbox')[1] as HTMLElement);
    await expect(canvas.getByText('2 selected', { selector: '[role=status]' })).toBeInTheDocument();
    const [keys, rows] = (args.onSelectionChange as ReturnType<typeof fn>).mock.lastCall as [
      number[],
      Person[],
    ];
    await expect(rows.map(({ id }) => id)).toEqual(keys);
    await userEvent.click(canvas.getByRole('button', { name: 'Calls' }));
    await expect(canvas.getByText('1–8 of 10,000')).toBeVisible();
  },
};

export const TenThousandRows: Story = {
  args: { data: accounts, pageSize: Infinity, bulkActions: actions, defaultSelectedKeys: [2, 5] },
  play: async ({ canvas }) => {
    const table = canvas.getByRole('table');
    await waitFor(() => expect(table.querySelector('[data-spacer]')).not.toBeNull(), { timeout: 30_000 });
    await expect(table).toHaveAttribute('aria-rowcount', '10001');
    await expect(table.querySelectorAll('tbody tr').length).toBeLessThan(60);
  },
};

const wide: Column<Person>[] = [
  ...columns,
  ...['Number', 'Time zone', 'Working hours', 'Ring group', 'Voicemail greeting', 'Recording'].map(
    (label) => ({
      id: label,
      label,
      sortable: false,
      // Words that do not wrap.
      renderer: () => `${label} of the company`.replaceAll(' ', '\u00A0'),
    }),
  ),
];

export const WiderThanItsPlace: Story = {
  args: { columns: wide, bulkActions: actions, defaultSelectedKeys: [3] },
  play: async ({ canvas }) => {
    const box = await canvas.findByRole('group', { name: 'People' });
    await expect(box).toHaveAttribute('tabindex', '0');
    box.scrollLeft = 240;
  },
};

export const LongText: Story = {
  args: {
    data: people.slice(0, 3).map((person, index) =>
      index === 1
        ? {
            ...person,
            name: 'Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine, Senior',
            team: 'Customer support for enterprise customers in the north and the west',
          }
        : person,
    ),
  },
};

export const Empty: Story = { args: { data: [], bulkActions: actions } };

export const Loading: Story = { args: { data: [], loading: true, bulkActions: actions } };

export const LoadingMore: Story = { args: { loading: true } };

export const Failed: Story = {
  args: { data: [], error: 'Connection lost. Please check your internet connection.', onRetry: fn() },
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  args: {
    bulkActions: actions,
    defaultSelectedKeys: [2],
    defaultOrder: { field: 'name', direction: 'ASC' },
    onRowClick: fn(),
  },
};

export const PhoneLoading: Story = {
  globals: { viewport: { value: 'phone' } },
  args: { data: [], loading: true },
};

import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { makePeople, type Person } from '#test/people.ts';
import { Table, type BulkAction, type Column, type TableActions, type TableProps } from './table.tsx';

const columns: Column<Person>[] = [
  { id: 'name', label: 'Name' },
  { id: 'calls', label: 'Calls', textAlign: 'end' },
];
// @ts-expect-error: a column that is not a field of the row has a renderer; a misspelt field does not compile.
const misspelt: Column<Person>[] = [{ id: 'nmae', label: 'Name' }];
void misspelt;
const action: BulkAction<Person> = { id: 'move', label: 'Move to team', onExecute: vi.fn() };

// happy-dom has neither layout nor these observers.
class NoObserver {
  observe() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
afterAll(() => void vi.unstubAllGlobals());

const table = (props: Partial<TableProps<Person>> = {}) => (
  <Table caption="People" data={makePeople(4)} columns={columns} {...props} />
);
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an empty table says so in the words of the specification (spec §8)', () => {
  render(table({ data: [] }));
  const text = 'No records available for this category or filter criteria';
  expect(within(screen.getByRole('cell')).getByText(text)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(text);
});

test('a page has 50 rows by default (spec §9)', () => {
  render(table({ data: makePeople(51) }));
  expect(names()).toHaveLength(50);
  expect(screen.getByText('1–50 of 51')).toBeTruthy();
});

test('a header sorts ascending, then descending, then ascending again; another one starts ascending', async () => {
  const onOrderChange = vi.fn();
  render(table({ onOrderChange }));
  for (const header of ['Calls', 'Calls', 'Calls', 'Name', 'Calls']) await press(header);
  expect(onOrderChange.mock.calls.map(([{ field, direction }]) => `${field} ${direction}`)).toEqual([
    'calls ASC',
    'calls DESC',
    'calls ASC',
    'name ASC',
    'calls ASC',
  ]);
});

test.each(['ASC', 'DESC'] as const)('rows without a value are last: %s', (direction) => {
  const data = makePeople(8);
  render(
    table({
      data,
      defaultOrder: { field: 'lastActive', direction },
      columns: [...columns, { id: 'lastActive', label: 'Last active' }],
    }),
  );
  expect(names().at(-1)).toBe('Grace Santos');
});

test('a new order shows the first page', async () => {
  const onPageChange = vi.fn();
  render(table({ pageSize: 2, defaultPage: 2, onPageChange }));
  expect(names()).toEqual(['Chloé Moreau', 'Dmitri Ivanov']);
  await press('Calls');
  expect(names()).toEqual(['Ada Lovelace', 'Bilal Haddad']);
  expect(onPageChange.mock.calls).toEqual([[1]]);
});

test('an order that the caller owns changes only when the caller changes it', async () => {
  const onOrderChange = vi.fn();
  const order = { field: 'name', direction: 'ASC' } as const;
  const { rerender } = render(table({ order, onOrderChange }));
  await press('Name');
  expect(names()[0]).toBe('Ada Lovelace');
  rerender(table({ order: { field: 'name', direction: 'DESC' }, onOrderChange }));
  expect(names()[0]).toBe('Dmitri Ivanov');
  rerender(table({ order: null, onOrderChange }));
  await press('Name');
  expect(names()[0]).toBe('Ada Lovelace');
  expect(screen.getByRole('columnheader', { name: 'Name' }).hasAttribute('aria-sort')).toBe(false);
});

test('a page of a server stays in the order of the server', () => {
  render(
    table({
      data: makePeople(4).toReversed(),
      rowCount: 400,
      pageSize: 4,
      page: 3,
      order: { field: 'name', direction: 'ASC' },
    }),
  );
  expect(names()[0]).toBe('Dmitri Ivanov');
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('401');
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
    '1',
    '10',
    '11',
    '12',
    '13',
  ]);
});

test('after rows were deleted the last page that exists is shown', () => {
  const { rerender } = render(table({ pageSize: 2, defaultPage: 2 }));
  rerender(table({ data: makePeople(2), pageSize: 2 }));
  expect(names()).toEqual(['Ada Lovelace', 'Bilal Haddad']);
});

test('the selection survives a new order, another page and new data', async () => {
  const onSelectionChange = vi.fn();
  const given = { bulkActions: [action], onSelectionChange, pageSize: 2 };
  const { rerender } = render(table(given));
  await userEvent.click(box('Select Ada Lovelace'));
  await press('Next page');
  await userEvent.click(box('Select Dmitri Ivanov'));
  await press('Name');
  rerender(table({ ...given, data: makePeople(4) }));
  expect(box('Select Ada Lovelace').checked).toBe(true);
  expect(onSelectionChange.mock.lastCall?.[0]).toEqual([1, 4]);
});

test('a row that was selected on another page of a server is handed to the action', async () => {
  const onExecute = vi.fn();
  const people = makePeople(4);
  const page = (number: number) =>
    table({
      data: people.slice(number * 2 - 2, number * 2),
      bulkActions: [{ ...action, onExecute }],
      rowCount: 4,
      pageSize: 2,
      page: number,
    });
  const { rerender } = render(page(1));
  await userEvent.click(box('Select Ada Lovelace'));
  rerender(page(2));
  await userEvent.click(box('Select Dmitri Ivanov'));
  await press('Move to team');
  expect(onExecute.mock.calls).toEqual([
    [
      [people[0], people[3]],
      [1, 4],
    ],
  ]);
});

test('the box of the header is about this page alone', async () => {
  render(table({ bulkActions: [action], pageSize: 2, defaultSelectedKeys: [3] }));
  const all = box('Select all rows on this page');
  expect([all.checked, all.indeterminate]).toEqual([false, false]);
  await userEvent.click(box('Select Ada Lovelace'));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await userEvent.click(all);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  expect(screen.getByText('3 selected', { selector: 'p' })).toBeTruthy();
  await userEvent.click(all);
  expect(screen.getByText('1 selected', { selector: 'p' })).toBeTruthy();
});

test('the selection clears when the actions disappear (spec §4)', async () => {
  const onSelectionChange = vi.fn();
  const { rerender } = render(table({ bulkActions: [action], onSelectionChange }));
  await userEvent.click(box('Select Ada Lovelace'));
  rerender(table({ bulkActions: [], onSelectionChange }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  rerender(table({ bulkActions: [action], onSelectionChange }));
  expect(box('Select Ada Lovelace').checked).toBe(false);
  expect(onSelectionChange.mock.lastCall).toEqual([[], []]);
});

test('a selected row that can no longer be selected leaves the selection', () => {
  const given = { bulkActions: [action], defaultSelectedKeys: [1, 2] };
  const { rerender } = render(table(given));
  rerender(table({ ...given, isRowSelectable: ({ id }) => id !== 1 }));
  expect(screen.getByText('1 selected', { selector: 'p' })).toBeTruthy();
  expect(box('Select Ada Lovelace').checked).toBe(false);
});

test('the caller can clear the selection', () => {
  const actionsRef = createRef<TableActions>();
  render(table({ bulkActions: [action], defaultSelectedKeys: [1], actionsRef }));
  act(() => actionsRef.current?.clearSelection());
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('the key 1 and the key "1" are two rows', async () => {
  const onSelectionChange = vi.fn();
  render(
    <Table
      caption="Lines"
      identifier="key"
      data={[
        { key: 1, name: 'First' },
        { key: '1', name: 'Second' },
      ]}
      columns={[{ id: 'name', label: 'Name' }]}
      bulkActions={[{ id: 'move', label: 'Move', onExecute: () => {} }]}
      onSelectionChange={onSelectionChange}
    />,
  );
  await userEvent.click(box('Select Second'));
  expect(onSelectionChange.mock.lastCall?.[0]).toEqual(['1']);
  expect(box('Select First').checked).toBe(false);
});

test('a row without its identifier throws and names the field', () => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect(() => render(table({ identifier: 'code' as 'id' }))).toThrow(/field 'code'/);
  vi.mocked(console.error).mockClear();
});

test('two rows with one key are warned about once', () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  vi.mocked(console.error).mockImplementation(() => {});
  const [ada, bilal] = makePeople(2) as [Person, Person];
  const twins = () => table({ data: [ada, { ...bilal, id: 1 }] });
  const { rerender } = render(twins());
  rerender(twins());
  expect(vi.mocked(console.warn).mock.calls).toEqual([["Table: two rows have the same 'id': 1."]]);
  vi.mocked(console.warn).mockClear();
  // React's own report about the keys.
  vi.mocked(console.error).mockClear();
});

test('while it loads the table is busy and says so once', () => {
  render(table({ data: [], loading: true }));
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByText('Loading results')).toHaveLength(1);
  expect(screen.queryAllByRole('cell')).toEqual([]);
});

test('it renders on a server without a style attribute, and hydrates as it is', async () => {
  const page = table({
    data: makePeople(300),
    pageSize: Infinity,
    bulkActions: [action],
    defaultSelectedKeys: [1],
    defaultOrder: { field: 'calls', direction: 'DESC' },
  });
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  document.body.append(container);
  expect(container.innerHTML).toContain('Ada Lovelace');
  expect(container.innerHTML).not.toMatch(/ style=|<style/);
  const complaints: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(container, page, { onRecoverableError: (error) => complaints.push(error) }),
  );
  expect(complaints).toEqual([]);
  act(() => root.unmount());
  container.remove();
});

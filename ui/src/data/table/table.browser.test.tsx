import { expect, test, vi } from 'vitest';
import { cdp, commands, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { makePeople, type Person } from '#test/people.ts';
import { Table, type BulkAction, type Column, type TableProps } from './table.tsx';

const columns: Column<Person>[] = [
  { id: 'name', label: 'Name' },
  { id: 'email', label: 'Email', renderer: ({ email }) => <a href="#email">{email}</a> },
  { id: 'team', label: 'Team', sortable: false },
  { id: 'calls', label: 'Calls', textAlign: 'end' },
];
const action: BulkAction<Person> = { id: 'move', label: 'Move to team', onExecute: () => {} };

async function show(props: Partial<TableProps<Person>> = {}, [width, height] = [1000, 600]) {
  await page.viewport(width ?? 0, height ?? 0);
  return render(<Table caption="People" data={makePeople(6)} columns={columns} {...props} />);
}
const selecting = { bulkActions: [action], defaultSelectedKeys: [2] };
const rectOf = (element: Element) => element.getBoundingClientRect();
const bar = () => page.getByRole('toolbar').element();
const table = () => page.getByRole('table').element();
const modules = () => performance.getEntriesByType('resource').map(({ name }) => name);

test('a page of few rows does not load the code for virtual rows', async () => {
  await show({ data: makePeople(200), pageSize: 200 });
  expect(table().querySelectorAll('tbody tr')).toHaveLength(200);
  expect(modules().filter((name) => /\/virtual-rows|react-virtual/.test(name))).toEqual([]);
});

test('the bar is at the bottom of the screen while the end of the table is out of view (spec §4)', async () => {
  await show({ data: makePeople(50), ...selecting });
  await expect.poll(() => bar().hasAttribute('data-stuck')).toBe(true);
  expect(rectOf(bar()).bottom).toBeGreaterThan(580);
  expect(rectOf(bar()).bottom).toBeLessThanOrEqual(600);
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => bar().hasAttribute('data-stuck')).toBe(false);
  expect(rectOf(bar()).top).toBeGreaterThanOrEqual(rectOf(table()).bottom);
});

test('the header stays in view, and no focused row is behind it or behind the bar', async () => {
  await show({ data: makePeople(50), ...selecting });
  const head = table().querySelector('thead') as Element;
  const seen: number[] = [];
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Bilal Haddad' }));
  for (let step = 0; step < 30; step += 1) {
    await userEvent.tab();
    const focused = rectOf(document.activeElement as Element);
    if (focused.bottom > rectOf(bar()).top || focused.top < rectOf(head).bottom - 1) seen.push(step);
  }
  expect(scrollY).toBeGreaterThan(100);
  expect(Math.round(rectOf(head).top)).toBe(0);
  expect(seen, 'steps at which the focus was hidden').toEqual([]);
  for (let step = 0; step < 30; step += 1) await userEvent.tab({ shift: true });
  expect(rectOf(document.activeElement as Element).top).toBeGreaterThanOrEqual(rectOf(head).bottom - 1);
});

test('the keys of the bar: F6 goes there and back, arrows move, Escape clears the selection and the focus goes to the table', async () => {
  const onSelectionChange = vi.fn();
  await show({ ...selecting, onSelectionChange });
  page.getByRole('checkbox', { name: 'Select Bilal Haddad' }).element().focus();
  await userEvent.keyboard('{F6}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{F6}');
  await expect.element(page.getByRole('checkbox', { name: 'Select Bilal Haddad' })).toHaveFocus();
  await userEvent.keyboard('{F6}{ArrowRight}');
  await expect.element(page.getByRole('button', { name: 'Move to team' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(page.getByRole('toolbar').query()).toBeNull();
  expect(onSelectionChange).toHaveBeenCalledExactlyOnceWith([], []);
  expect(document.activeElement?.contains(table())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('an action keeps the bar busy until it settles, and the selection clears', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onExecute = vi.fn(() => promise);
  await show({ ...selecting, bulkActions: [{ ...action, onExecute }] });
  const press = page.getByRole('button', { name: 'Move to team' });
  await press.click();
  await expect.element(page.getByRole('toolbar')).toHaveAttribute('aria-busy', 'true');
  await press.click({ force: true });
  await userEvent.keyboard('{Escape}');
  expect(onExecute).toHaveBeenCalledTimes(1);
  expect(page.getByRole('toolbar').query()).not.toBeNull();
  resolve();
  await expect.poll(() => page.getByRole('toolbar').query()).toBeNull();
});

test('an action that is rejected keeps the selection and says that it did not work', async () => {
  const error = new Error('no connection');
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {});
  await show({ ...selecting, bulkActions: [{ ...action, onExecute: () => Promise.reject(error) }] });
  await page.getByRole('button', { name: 'Move to team' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('That did not work. Please try again.');
  await expect.element(page.getByRole('toolbar')).not.toHaveAttribute('aria-busy');
  await expect.element(page.getByRole('checkbox', { name: 'Select Bilal Haddad' })).toBeChecked();
  expect(reported).toHaveBeenCalledExactlyOnceWith(error);
});

test('a press on a row is not one on a control in it, and not the end of selecting its text', async () => {
  const onRowClick = vi.fn();
  await show({ ...selecting, onRowClick });
  await page.getByRole('link').first().click();
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).click();
  const cell = page.getByRole('cell', { name: 'Support', exact: true }).first();
  getSelection()?.selectAllChildren(cell.element());
  cell.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onRowClick).not.toHaveBeenCalled();
  getSelection()?.removeAllRanges();
  await cell.click();
  expect(onRowClick).toHaveBeenCalledTimes(1);
});

test('only a table that is too wide scrolls to the side; its first column stays', async () => {
  const { rerender } = await show({ columns: columns.slice(0, 2) });
  expect(page.getByRole('group').query()).toBeNull();
  const wide = Array.from({ length: 8 }, (_, index) => ({
    id: `note ${index}`,
    label: `Note ${index}`,
    renderer: () => (
      <>
        A_text_that_takes_its_room_in_the_table
        <VisuallyHidden>and words for a screen reader</VisuallyHidden>
      </>
    ),
  }));
  await rerender(
    <Table caption="People" data={makePeople(6)} columns={[...columns, ...wide]} {...selecting} />,
  );
  const box = page.getByRole('group', { name: 'People' });
  await expect.element(box).toHaveAttribute('tabindex', '0');
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  box.element().focus();
  await userEvent.keyboard('{ArrowRight>20/}');
  await expect.poll(() => box.element().scrollLeft).toBeGreaterThan(100);
  const first = page.getByRole('rowheader').first().element();
  expect(Math.round(rectOf(first).left - rectOf(box.element()).left)).toBe(44);
});

test('a table that scrolls to the side keeps its header at its own top, whatever is above the page', async () => {
  const wide = Array.from({ length: 12 }, (_, index) => ({
    id: `note ${index}`,
    label: `A note, number ${index}`,
    renderer: () => '',
  }));
  await page.viewport(1000, 600);
  await render(
    <div ref={(element) => element?.style.setProperty('--table-top', '56px')}>
      <Table caption="People" data={makePeople(6)} columns={[...columns, ...wide]} />
    </div>,
  );
  const box = page.getByRole('group', { name: 'People' });
  await expect.element(box).toBeVisible();
  const head = table().querySelector('thead') as Element;
  expect(rectOf(head).top).toBe(rectOf(box.element()).top);
});

type AccessibleNode = { role?: { value: string }; name?: { value: string }; ignored: boolean };
type Frames = { frame: { id: string }; childFrames?: Frames[] };
type Session = { send: (method: string, given?: object) => Promise<unknown> };

/** What the browser tells assistive technology, which is not what the attributes promise. */
async function readAccessibleNodes(): Promise<AccessibleNode[]> {
  const session = cdp() as unknown as Session;
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frames };
  const frames = [frameTree, ...(frameTree.childFrames ?? [])];
  const trees = await Promise.all(
    frames.map(({ frame }) => session.send('Accessibility.getFullAXTree', { frameId: frame.id })),
  );
  return trees
    .flatMap((tree) => (tree as { nodes: AccessibleNode[] }).nodes)
    .filter(({ ignored }) => !ignored);
}

test('on a phone a row is a card, and still a row of a table to assistive technology', async () => {
  await show({ ...selecting, defaultOrder: { field: 'name', direction: 'ASC' } }, [360, 720]);
  expect(document.documentElement.scrollWidth).toBe(360);
  const [title, team] = [page.getByRole('rowheader').first(), page.getByText('Support').first()];
  expect(rectOf(team.element()).top).toBeGreaterThan(rectOf(title.element()).bottom);
  const nodes = await readAccessibleNodes();
  const namesOf = (role: string) =>
    nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value);
  expect(namesOf('table')).toEqual(['People']);
  expect(['row', 'columnheader', 'rowheader', 'cell'].map((role) => namesOf(role).length)).toEqual([
    7, 5, 6, 24,
  ]);
  expect(namesOf('columnheader')).toContain('Team');
  expect(
    getComputedStyle(document.querySelector('[data-label="Team"]') as Element, '::before').content,
  ).toContain('Team');
  await page.getByRole('button', { name: 'Calls' }).click();
  await expect
    .element(page.getByRole('columnheader', { name: 'Calls' }))
    .toHaveAttribute('aria-sort', 'ascending');
});

test('on a phone headers that cannot be pressed take no room', async () => {
  const still = columns.map((column) => ({ ...column, sortable: false }));
  await show({ columns: still }, [360, 720]);
  expect(page.getByRole('columnheader').elements()).toHaveLength(4);
  expect(rectOf(table().querySelector('thead') as Element).height).toBe(1);
});

test('a page of thousands of rows holds those in view, and the one with the focus', async () => {
  await show({ data: makePeople(5000), pageSize: Infinity, ...selecting });
  await expect.poll(() => table().querySelector('[data-spacer]')).not.toBeNull();
  const box = page.getByRole('group', { name: 'People' }).element();
  expect(table().querySelectorAll('tbody tr').length).toBeLessThan(60);
  expect(table().getAttribute('aria-rowcount')).toBe('5001');
  const focused = page.getByRole('checkbox', { name: 'Select Bilal Haddad' }).element();
  focused.focus();
  const widths = () =>
    [...table().querySelectorAll('thead th')].map((header) => Math.round(rectOf(header).width));
  const before = widths();
  box.scrollTo(0, box.scrollHeight);
  await expect.poll(() => table().querySelector('[aria-rowindex="5001"]')).not.toBeNull();
  expect(document.activeElement).toBe(focused);
  expect(table().querySelectorAll('tbody tr').length).toBeLessThan(60);
  expect(widths()).toEqual(before);
  const last = rectOf(table().querySelector('[aria-rowindex="5001"]') as Element);
  expect(Math.abs(last.bottom - rectOf(table()).bottom)).toBeLessThan(3);
});

test('another page starts at its top', async () => {
  await show({ data: makePeople(100) });
  const next = page.getByRole('button', { name: 'Next page' });
  await next.click();
  await expect.element(page.getByText('51–100 of 100')).toBeInTheDocument();
  await expect.poll(() => Math.round(rectOf(table()).top)).toBeGreaterThanOrEqual(0);
  expect(rectOf(table()).top).toBeLessThan(10);
});

test('in forced colours a selected row has an outline', async () => {
  await commands.emulate({ forcedColors: 'active' });
  await show(selecting);
  const row = document.querySelector('tr[data-selected]') as Element;
  expect(getComputedStyle(row).outlineStyle).toBe('solid');
  await commands.emulate({ forcedColors: null });
});

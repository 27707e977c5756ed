import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { makePeople, type Person } from '#test/people.ts';
import { Table, type Column } from './table.tsx';

const longName = 'Wilhelmina-Alexandra-Featherstonehaugh-Cholmondeley-Montague';
/** As an app cuts a text: on one line with an ellipsis. */
const cutText = (text: string) => (
  <span
    ref={(element) => {
      if (element)
        element.style.cssText =
          'display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap';
    }}
  >
    {text}
  </span>
);
const rectOf = (element: Element) => element.getBoundingClientRect();
const box = () => page.getByRole('table').element().parentElement as HTMLElement;

test('a flexible column takes the room that is left, and its text is cut inside the cell', async () => {
  const columns: Column<Person>[] = [
    { id: 'name', label: 'Name', flexible: true, renderer: () => cutText(longName) },
    { id: 'team', label: 'Team' },
    { id: 'role', label: 'Role in the team' },
    { id: 'lastActive', label: 'Last active' },
  ];
  await page.viewport(800, 600);
  await render(<Table caption="People" data={makePeople(3)} columns={columns} />);
  expect(box().scrollWidth).toBe(box().clientWidth);
  const cell = page.getByRole('rowheader').first().element();
  const text = cell.querySelector('span') as Element;
  expect(rectOf(text).right).toBeLessThanOrEqual(rectOf(cell).right);
  expect(text.scrollWidth).toBeGreaterThan(text.clientWidth);
  expect(rectOf(cell).width).toBeGreaterThan(176);
});

test('a pinned column stays at the end of a table that is too wide, whose edge is marked', async () => {
  const columns: Column<Person>[] = [
    { id: 'name', label: 'Name' },
    ...Array.from({ length: 12 }, (_, index) => ({
      id: `note ${index}`,
      label: `Annotation${index}_of_a_person`,
      renderer: () => '',
    })),
    { id: 'menu', label: 'Actions', sortable: false, pinned: true, renderer: () => <button>…</button> },
  ];
  await page.viewport(800, 600);
  await render(<Table caption="People" data={makePeople(3)} columns={columns} />);
  const edge = () => box().parentElement?.dataset['cut'];
  await expect.poll(edge).toBe('end');
  const menu = page.getByRole('button', { name: '…' }).first().element();
  const isSeen = () => rectOf(menu).right <= rectOf(box()).right;
  expect(isSeen()).toBe(true);
  await expect.element(page.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument();
  box().scrollLeft = 10_000;
  await expect.poll(edge).toBe('start');
  expect(isSeen()).toBe(true);
});

test('on a card a cell is beside the title, or left out', async () => {
  const columns: Column<Person>[] = [
    { id: 'name', label: 'Name' },
    { id: 'team', label: 'Team', card: 'beside' },
    { id: 'role', label: 'Role', card: 'none' },
  ];
  await page.viewport(390, 600);
  await render(
    <Table
      caption="People"
      data={makePeople(1)}
      columns={columns}
      bulkActions={[{ id: 'move', label: 'Move to team', onExecute: () => {} }]}
    />,
  );
  expect(rectOf(page.getByText('Select all rows on this page').element()).width).toBeGreaterThan(100);
  const title = page.getByRole('rowheader').element();
  const team = page.getByText('Support').element();
  expect(Math.abs(rectOf(title).top - rectOf(team.closest('td') as Element).top)).toBeLessThan(2);
  expect(rectOf(team).right).toBeGreaterThan(350);
  expect(page.getByText('Agent').element().checkVisibility()).toBe(false);
});

test('a row with an address is a link, which a press anywhere on it follows', async () => {
  const pressed: string[] = [];
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link) return;
      event.preventDefault();
      pressed.push(`${link.getAttribute('href') ?? ''}${event.ctrlKey ? ', another tab' : ''}`);
    },
    { once: false },
  );
  const columns: Column<Person>[] = [
    { id: 'name', label: 'Name' },
    { id: 'team', label: 'Team' },
  ];
  await page.viewport(1000, 600);
  await render(
    <Table caption="People" data={makePeople(2)} columns={columns} rowHref={({ id }) => `#${id}`} />,
  );
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('cell').last().click();
  await page
    .getByRole('cell')
    .last()
    .click({ modifiers: ['Control'] });
  expect(pressed).toEqual(['#1', '#2', '#2, another tab']);
});

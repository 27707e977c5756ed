import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { SelectAll, type SelectAllProps } from './select-all.tsx';

interface Item {
  readonly id: string;
}
const items = ['a', 'b', 'c', 'd', 'e'].map((id): Item => ({ id }));

/** A list of five, two on a page. */
function open(changes: Partial<SelectAllProps<Item>> = {}) {
  const onSelect = vi.fn();
  const view = renderInDashboard(
    <SelectAll
      shown={items.slice(0, 2)}
      total={5}
      selected={['a', 'b']}
      words="Both are selected."
      action="Select all 5"
      query={{}}
      readPage={async ({ cursor }) => {
        const from = Number(cursor);
        const next = from + 2;
        const answer = { items: items.slice(from, next), ...(next < 5 && { nextCursor: String(next) }) };
        return { ok: true, answer };
      }}
      onSelect={onSelect}
      {...changes}
    />,
  );
  return { ...view, onSelect };
}
const button = () => screen.queryByRole('button', { name: 'Select all 5' });

test('what is on the other pages is selected too, in the order of the list', async () => {
  const { user, onSelect } = open();
  expect(screen.getByRole('status').textContent).toContain('Both are selected.');
  await user.click(screen.getByRole('button', { name: 'Select all 5' }));
  await waitFor(() => expect(onSelect).toHaveBeenCalledWith(items));
});

test.each([
  ['one of the page is not selected', { selected: ['a'] }],
  ['the page is the whole list', { total: 2 }],
  ['all are selected already', { selected: items.map(({ id }) => id) }],
  ['there is nothing', { shown: [], selected: [], total: 0 }],
])('it is not offered where %s', (_, changes) => {
  open(changes);
  expect(button()).toBeNull();
});

test('where a page cannot be read, nothing more is selected, and a toast says so', async () => {
  const { user, onSelect } = open({
    readPage: async () => ({ ok: false, failure: { kind: 'network' } }),
  });
  await user.click(screen.getByRole('button', { name: 'Select all 5' }));
  expect(
    (await screen.findAllByText('Connection lost. Check your connection and try again.')).length,
  ).toBeGreaterThan(0);
  expect(onSelect).not.toHaveBeenCalled();
  expect(button()).not.toBeNull();
});

test.each<[string, Partial<SelectAllProps<Item>>]>([
  ['selection', { selected: [] }],
  ['filter', { query: { state: 'expired' } }],
  ['number of rows', { total: 4 }],
])('another %s meanwhile is not undone by what arrives late', async (_, change) => {
  const late = Promise.withResolvers<void>();
  const onSelect = vi.fn();
  const readPage = vi.fn<SelectAllProps<Item>['readPage']>(async ({ cursor }) => {
    if (cursor === '') return { ok: true, answer: { items: items.slice(0, 2), nextCursor: '2' } };
    await late.promise;
    return { ok: true, answer: { items: items.slice(2) } };
  });
  function List() {
    const [changes, setChanges] = useState<Partial<SelectAllProps<Item>>>({});
    const rest = { words: '', action: 'Select all 5', readPage, onSelect };
    return (
      <>
        <SelectAll
          shown={items.slice(0, 2)}
          total={5}
          selected={['a', 'b']}
          query={{}}
          {...rest}
          {...changes}
        />
        <button onClick={() => setChanges(change)}>Change</button>
      </>
    );
  }
  const { user } = renderInDashboard(<List />);
  await user.click(screen.getByRole('button', { name: 'Select all 5' }));
  await waitFor(() => expect(readPage).toHaveBeenCalledTimes(2));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await act(async () => late.resolve());
  expect(onSelect).not.toHaveBeenCalled();
});

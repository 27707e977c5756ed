import { strategies } from '@app/contract/fields/vocabulary.ts';
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { SearchField } from './search-field.tsx';
import { useListAddress } from './use-list-address.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

type Address = ReturnType<typeof useAddress>;
const useAddress = () =>
  useListAddress({ filters: { method: strategies, userId: 'text' }, sorts: ['name', 'email'] });

/** A list that tells what it asks for. */
function List({ onShown }: { onShown: (list: Address) => void }) {
  const list = useAddress();
  useEffect(() => onShown(list));
  return <SearchField label="Search people" value={list.typed} onChange={list.setSearch} />;
}

/** A list at an address, and what it asks for. */
function open(search: string) {
  history.replaceState(null, '', `/dashboard/people${search}`);
  const seen: { list?: Address; searches: string[] } = { searches: [] };
  const onShown = (list: Address): void => {
    seen.list = list;
    const asked = list.query.search ?? '';
    if (seen.searches.at(-1) !== asked) seen.searches.push(asked);
  };
  const view = renderInDashboard(<List onShown={onShown} />);
  const list = (): Address => seen.list as Address;
  const run = (change: (list: Address) => void) => act(async () => change(list()));
  return { ...view, list, run, seen, field: () => screen.getByLabelText<HTMLInputElement>('Search people') };
}

test('an address that was shared opens the same list', () => {
  const { list, field } = open('?search=zo%C3%AB&method=saml&sort=email&order=DESC&cursor=abc&page=3');
  expect(list().query).toEqual({
    search: 'zoë',
    method: 'saml',
    sort: 'email',
    order: 'DESC',
    cursor: 'abc',
  });
  expect(list()).toMatchObject({ page: 3, isNarrowed: true, typed: 'zoë' });
  expect(field().value).toBe('zoë');
});

test('values that the list does not know are ignored', () => {
  const { list } = open('?method=magic&sort=__proto__&order=UP&page=-7&userId=');
  expect(list().query).toEqual({ sort: 'name', order: 'ASC' });
  expect(list()).toMatchObject({ page: 1, isNarrowed: false });
});

test('a filter or an order begins at the first page, and is one step back each', async () => {
  const { list, run } = open('?cursor=abc&page=2');
  const steps = history.length;
  await run((each) => each.setFilter('method', 'google'));
  expect(location.search).toBe('?method=google');
  await run((each) => each.setSort('email', 'DESC'));
  expect(location.search).toBe('?method=google&sort=email&order=DESC');
  await run((each) => each.setSort('name', 'ASC'));
  expect(location.search).toBe('?method=google');
  await run((each) => each.setFilter('method', undefined));
  expect(location.search).toBe('');
  expect(list().isNarrowed).toBe(false);
  expect(history.length).toBe(steps + 4);
});

test('what is typed is searched after a moment, and one entry of the history, however many letters it has', async () => {
  const { list, user, field, seen } = open('');
  const typist = user;
  const steps = history.length;
  await typist.type(field(), 'ada l');
  await act(async () => vi.advanceTimersByTimeAsync(40));
  expect(list().query.search).toBe('ada l');
  expect(list().typed).toBe('ada l');
  await act(async () => vi.advanceTimersByTimeAsync(300));
  expect(location.search).toBe('?search=ada+l');
  await typist.type(field(), 'ov');
  await act(async () => vi.advanceTimersByTimeAsync(400));
  expect(location.search).toBe('?search=ada+lov');
  expect(history.length).toBe(steps + 1);
  expect(seen.searches.at(-1)).toBe('ada lov');
  await typist.keyboard('{Escape}');
  expect(field().value).toBe('');
  await act(async () => vi.advanceTimersByTimeAsync(400));
  expect(location.search).toBe('');
});

test('somebody who types on a later page sees the first page of what is found', async () => {
  const { list, user, field } = open('?cursor=abc&page=4');
  await user.type(field(), 'a');
  await act(async () => vi.advanceTimersByTimeAsync(40));
  expect(list().query).toEqual({ search: 'a', sort: 'name', order: 'ASC' });
  expect(list().page).toBe(1);
});

test('the pages go forward by cursors and back again', async () => {
  const { list, run } = open('?method=saml');
  await run((each) => each.toNextPage('two'));
  await run((each) => each.toNextPage('three'));
  expect(location.search).toBe('?method=saml&page=3&cursor=three');
  expect(list()).toMatchObject({ page: 3, query: { cursor: 'three', method: 'saml' } });
  await run((each) => each.toPreviousPage());
  expect(list()).toMatchObject({ page: 2, query: { cursor: 'two' } });
  await run((each) => each.toPreviousPage());
  expect(location.search).toBe('?method=saml');
  expect(list().page).toBe(1);
});

test('the page before one that was opened from outside is the first', async () => {
  const { run, list } = open('?cursor=nine&page=9');
  await run((each) => each.toPreviousPage());
  expect(location.search).toBe('');
  expect(list().page).toBe(1);
});

test('clearing removes search and filters, and keeps the order', async () => {
  const { run } = open('?search=x&method=saml&userId=7&sort=email');
  await run((each) => each.clear());
  expect(location.search).toBe('?sort=email');
});

test('another search in the address is shown in the field, whatever was typed', async () => {
  const { user, field, list } = open('?search=ada');
  await user.type(field(), ' l');
  await act(async () => {
    history.pushState(null, '', '/dashboard/people?search=zo%C3%AB');
  });
  await act(async () => vi.advanceTimersByTimeAsync(500));
  expect(field().value).toBe('zoë');
  expect(list().query.search).toBe('zoë');
});

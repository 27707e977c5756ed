import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { personOf, renderInDashboard, type MadeCall } from '#test/render-in-dashboard.tsx';

import { PeopleList } from './people-list.tsx';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/dashboard/people');
});

async function open() {
  const view = renderInDashboard(<PeopleList selected={[]} onSelect={() => {}} />, {
    areas: ['people'],
    service: () => ({ ok: true, answer: { items: [], total: 0 } }),
  });
  await view.ready;
  return { ...view, invite: await screen.findByRole('link', { name: 'Invite people' }) };
}

test('people are invited by the button, which names its key', async () => {
  const { invite } = await open();
  expect(invite.getAttribute('href')).toBe('/dashboard/invitations/new');
  expect(invite.getAttribute('aria-keyshortcuts')).toBe('i');
});

test('people are invited by the key, which the list of keys has under the same name', async () => {
  const { keys } = await open();
  const key = keys.find('i');
  if (key === undefined || key === 'begins') throw new Error('the key i does nothing');
  expect(keys.list('screen')).toContain(key);
  expect(key.label).toBe('Invite people');
  key.run();
  expect(location.pathname).toBe('/dashboard/invitations/new');
});

/** The list of three people, all of them selected as they were before the first was changed. */
async function openSelected() {
  const people = [personOf(1, { version: 2 }), personOf(2), personOf(3)];
  const onSelect = vi.fn();
  const view = renderInDashboard(
    <PeopleList selected={people.map((user) => ({ ...user, version: 1 }))} onSelect={onSelect} />,
    {
      areas: ['people'],
      service({ entry, input: { body } }) {
        if (entry === userEndpoints.listUsers) return { ok: true, answer: { items: people, total: 3 } };
        const { ids = [] } = (body ?? {}) as { ids?: readonly string[] };
        return { ok: true, answer: { results: ids.map((id) => ({ id, ok: true, version: 3 })) } };
      },
    },
  );
  await view.ready;
  await screen.findByRole('button', { name: 'Actions for Person 1' });
  const changes = (): MadeCall[] => view.calls.filter(({ entry }) => entry === userEndpoints.changeUsers);
  return { ...view, people, onSelect, changes };
}

test('the selected people are changed as the list shows them, not as they were when selected', async () => {
  const { user, people, changes } = await openSelected();
  await user.click(screen.getByRole('button', { name: 'Disable' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Disable 3 accounts' });
  const versions = Object.fromEntries(people.map(({ id, version }) => [id, version]));
  expect(changes().map(({ input }) => input.body)).toMatchObject([{ versions }]);
});

test('the selection keeps those whom the menu of one row has not changed', async () => {
  const { user, people, onSelect } = await openSelected();
  await user.click(screen.getByRole('button', { name: 'Actions for Person 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  const dialog = await screen.findByRole('dialog', { name: "Disable Person 2's account?" });
  await user.click(await within(dialog).findByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(onSelect).toHaveBeenCalledTimes(1));
  const left = onSelect.mock.calls.flatMap(([users]: { id: string }[][]) => users?.map(({ id }) => id));
  expect(left).toEqual([people[0]?.id, people[2]?.id]);
});

test('a last page that has lost its rows gives way to the one before', async () => {
  history.replaceState(null, '', '/dashboard/people?cursor=50&page=2');
  const { ready, calls } = renderInDashboard(<PeopleList selected={[]} onSelect={() => {}} />, {
    areas: ['people'],
    service: () => ({ ok: true, answer: { items: [], total: 50 } }),
  });
  await ready;
  await waitFor(() => expect(location.search).toBe(''));
  const queries = calls.flatMap(({ entry, input }) =>
    entry === userEndpoints.listUsers ? [input.query] : [],
  );
  expect(queries[0]).toMatchObject({ cursor: '50' });
  await waitFor(() => expect(calls.at(-1)?.input.query).not.toHaveProperty('cursor'));
});

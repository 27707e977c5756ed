import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { PeopleList } from './people-list.tsx';

beforeEach(() => history.replaceState(null, '', '/dashboard/people'));

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

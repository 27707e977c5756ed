import { signInLogEndpoints, type SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { SignInLogScreen } from './sign-in-log-screen.tsx';

const userId = 'a0000000-0000-4000-8000-000000000002';
const event = (changes: Partial<SignInEvent>): SignInEvent => ({
  id: 'e0000000-0000-4000-8000-000000000001',
  at: Date.UTC(2026, 10, 25, 3, 54),
  type: 'signIn',
  outcome: 'success',
  userId,
  email: 'ivy@a.test',
  name: 'Ivy Lang',
  platform: 'dashboard',
  client: '203.0.113.7',
  ...changes,
});

beforeEach(() => history.replaceState(null, '', '/dashboard/sign-in-log'));

async function open(events: readonly SignInEvent[]) {
  const view = renderInDashboard(<SignInLogScreen />, {
    areas: ['sign-in-log'],
    service: ({ entry, input }) => {
      if (entry !== signInLogEndpoints.listEvents) throw new Error(entry.path);
      const { newerThan, search } = (input.query ?? {}) as Record<string, string | undefined>;
      const items = newerThan === undefined && search === undefined ? events : [];
      return { ok: true, answer: { items, total: items.length, liveCursor: 'x' } };
    },
  });
  await view.ready;
  return view;
}

test.each([
  ['a key used twice is an alarm', { type: 'refreshReuse' }, 'Warning', 'Go to Ivy Lang', `people/${userId}`],
  [
    'a wrong password',
    { outcome: 'refused', reason: 'wrongPassword' },
    'Refused',
    'Go to Ivy Lang',
    `people/${userId}`,
  ],
  [
    'an invitation that was not accepted',
    { outcome: 'refused', reason: 'unconfirmed' },
    'Refused',
    'Go to Invitations',
    'invitations?search=ivy%40a.test',
  ],
  [
    'a certificate that has ended',
    { outcome: 'refused', reason: 'samlNoCertificate' },
    'Refused',
    'Go to Single sign-on',
    'single-sign-on',
  ],
] as const)('the row and the dialog of an event: %s', async (...[, changes, result, label, path]) => {
  await open([event(changes)]);
  // A row is named by who and what, and not only by the time.
  const row = await screen.findByRole('button', { name: /^Ivy Lang.* · .*2026/ });
  expect(within(screen.getByRole('table')).getByText(result)).toBeDefined();
  expect(within(screen.getByRole('table')).queryByText('Succeeded')).toBeNull();
  await userEvent.click(row);
  const dialog = await screen.findByRole('dialog');
  const link = within(dialog).getByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe(`/dashboard/${path}`);
});

test('one button clears a search that finds nothing, keeps its place, and gives the focus to the search', async () => {
  await open([event({})]);
  await screen.findByRole('button', { name: /^Ivy Lang/ });
  const search = screen.getByRole('searchbox');
  const clear = screen.getByLabelText('Clear all');
  expect(clear.dataset['unused']).toBe('true');
  await userEvent.type(search, 'x');
  expect(await screen.findAllByText('No event matches these filters.')).not.toEqual([]);
  expect(screen.getAllByLabelText('Clear all')).toEqual([clear]);
  expect(clear.dataset['unused']).toBeUndefined();
  await userEvent.click(clear);
  expect(document.activeElement).toBe(search);
  await screen.findByRole('button', { name: /^Ivy Lang/ });
});

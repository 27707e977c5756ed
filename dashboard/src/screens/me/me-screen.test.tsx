/** What the screen of the own account shows of one that has no password, and of a long history. */
import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { MeScreen } from './me-screen.tsx';

const account = { name: 'Mia', language: 'en', role: 'User', secondStep: 'off', version: 0 };
const events = Array.from({ length: 12 }, (_, at) => ({
  id: `e0000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`,
  at: Date.UTC(2026, 10, 3, 12),
  type: 'signIn',
  outcome: 'success',
  platform: 'dashboard',
  client: '192.0.2.7',
}));

/** The screen; the second page of the history is read at the second try. */
async function open(method: 'password' | 'google') {
  let tries = 0;
  const view = renderInDashboard(<MeScreen />, {
    areas: ['me'],
    service({ entry, input }) {
      if (entry === ownAccountEndpoints.readAccount)
        return {
          ok: true,
          answer: { ...account, email: 'mia@lowtide.test', method, company: { name: 'Lowtide' } },
        };
      if (entry !== ownAccountEndpoints.listOwnEvents) return { ok: true, answer: { items: [], total: 0 } };
      const { cursor } = input.query as { cursor?: string };
      if (!cursor)
        return { ok: true, answer: { items: events.slice(0, 10), total: 12, nextCursor: 'second' } };
      tries += 1;
      if (tries === 1) return { ok: false, failure: { kind: 'network' } };
      return { ok: true, answer: { items: events.slice(10), total: 12 } };
    },
  });
  await view.ready;
  return view;
}

test('an account of Google is told how it signs in', async () => {
  await open('google');
  const secret = await screen.findByRole('region', { name: 'Password' });
  expect(secret.textContent).toContain('You log in with Google, so your account has no password here.');
  expect(secret.querySelector('input')).toBeNull();
});

test('the history goes on page by page, and what fails is tried again', async () => {
  const { user } = await open('password');
  const history = await screen.findByRole('region', { name: 'Login history' });
  expect(await within(history).findAllByRole('listitem')).toHaveLength(10);
  await user.click(within(history).getByRole('button', { name: 'Show more' }));
  expect((await within(history).findByRole('alert')).textContent).toContain('Connection lost.');
  await user.click(within(history).getByRole('button', { name: 'Try again' }));
  expect(await within(history).findByText('12 of 12')).toBeTruthy();
  expect(within(history).getAllByRole('listitem')).toHaveLength(12);
  expect(within(history).queryByRole('button', { name: 'Show more' })).toBeNull();
});

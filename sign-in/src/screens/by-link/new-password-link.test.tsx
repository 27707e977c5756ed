import type { LinkState } from '@app/contract/pages/links.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openApp, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('new-password', 'forgot-password');

const address = 'ada@northline.test';
const reset = `/password/reset?email=${encodeURIComponent(address)}&code=token-of-the-mail`;
const good = 'Kestrel-Harbour-27!';
const first = () => screen.getByLabelText<HTMLInputElement>('New password');
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };
const put = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } });

const linkStates: [LinkState, string, string, string][] = [
  ['expired', 'This link has expired', 'Ask for a new link', '/password/forgot'],
  ['used', 'This link has already been used', 'Log in', '/login'],
  ['cancelled', 'This link is no longer valid', 'Ask for a new link', '/password/forgot'],
  ['unknown', "We don't recognize this link", 'Ask for a new link', '/password/forgot'],
];
test.each(linkStates)(
  'a link that is %s says so, and leads on with the email',
  async (state, words, next, to) => {
    const app = openApp({ checkLink: () => ({ answer: { state } }) }, { path: reset });
    const heading = await screen.findByRole('heading', { name: words });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(document.title).toBe('Link not valid – Northline'));
    expect(screen.queryByLabelText('New password')).toBeNull();
    await app.user.click(screen.getByRole('link', { name: next }));
    await waitFor(() => expect(location.pathname).toBe(to));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
    expect(field.value).toBe(address);
  },
);

test.each([
  '/password/reset',
  '/password/new',
  '/password/reset?email=ada%40northline.test',
  '/password/reset?code=x',
])('%s holds no link: nothing is asked, and the person is told what to open', async (path) => {
  const app = openApp({}, { path });
  await screen.findByRole('heading', { name: "We don't recognize this link" });
  expect(screen.getByText(/Open our latest email/)).toBeTruthy();
  expect(app.calls).toEqual([]);
  expect(location.search).toBe('');
});

test('a failed check can be tried again', async () => {
  const replies: Reply<'checkLink'>[] = ['offline', 'offline', { answer: { state: 'valid' } }];
  const app = openApp({ checkLink: () => replies.shift() ?? 'offline' }, { path: reset });
  await screen.findByRole('heading', { name: "We couldn't check your link" });
  expect(said()).toEqual(['Connection lost. Please check your internet connection.']);
  // The state of the link is unknown, so the tab's title does not call it invalid.
  await waitFor(() => expect(document.title).toBe('Checking your link – Northline'));
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('New password');
});

test('rendered by the service, the form is shown immediately and the link is checked as well', async () => {
  const rendered = { page: '/password/reset', email: address, token: 't', state: 'valid' } as const;
  const app = openApp(valid, { path: '/password/reset', page: { link: rendered } });
  await screen.findByLabelText('New password');
  expect(screen.queryByText('Checking your link')).toBeNull();
  await waitFor(() => expect(app.calls).toHaveLength(1));
});

test('rendered by the service, the form stays when the check has a network failure', async () => {
  const rendered = { page: '/password/reset', email: address, token: 't', state: 'valid' } as const;
  const app = openApp({ checkLink: () => 'offline' }, { path: '/password/reset', page: { link: rendered } });
  await screen.findByLabelText('New password');
  await waitFor(() => expect(app.calls.length).toBeGreaterThan(0));
  put(first(), good);
  expect(first().value).toBe(good);
});

test('posted without script, each problem is shown at its field', async () => {
  const body = {
    error: { name: 'invalid', message: '' },
    fields: { password: ['is_common'] },
    requestId: 'r',
  };
  openApp(valid, {
    path: '/password/reset',
    page: {
      link: { page: '/password/reset', email: address, token: 't', state: 'valid' },
      posted: {
        form: 'resetPassword',
        values: { email: address },
        outcome: { ok: false, status: 422, retryAfter: null, body },
      },
    },
  });
  await screen.findByText('This password is easy to guess. Please choose another one.');
});

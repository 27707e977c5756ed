import type { LinkState } from '@app/contract/pages/links.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('disown-sign-in');

const path = '/login/not-you?email=gil%40northline.test&code=token-of-the-mail';
const checkLink = () => ({ answer: { state: 'valid' as LinkState } });
const ended = 'You have been logged out on all devices';

test('after the answer with a link, the page to choose a new password is open', async () => {
  const url = 'http://localhost:4000/password/reset?email=gil%40northline.test&code=token-of-the-answer';
  const app = openApp({ checkLink, disownSignIn: () => ({ answer: { url } }) }, { path });
  await app.user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(location.pathname).toBe('/password/reset'));
  expect(app.calls[1]?.body).toEqual({ email: 'gil@northline.test', confirmationCode: 'token-of-the-mail' });
});

test('without a password to renew, the page says what to secure and leads to the login', async () => {
  const answer = { url: 'http://localhost:4000/login' };
  const app = openApp({ checkLink, disownSignIn: () => ({ answer }) }, { path });
  await app.user.click(await screen.findByRole('button', { name: 'Confirm' }));
  const heading = await screen.findByRole('heading', { name: ended });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/for your Google account, or at your company/)).toBeTruthy();
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

test('posted without script, it says so too', async () => {
  const outcome = { ok: true as const, answer: { url: 'http://localhost:4000/login' } };
  const posted = { form: 'disownSignIn' as const, values: { email: 'gil@northline.test' }, outcome };
  openApp({}, { path: '/login/not-you', page: { posted } });
  await screen.findByRole('heading', { name: ended });
});

import type { LinkState } from '@app/contract/pages/links.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { base64url, openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('confirm-identity');

const path = '/users/identity?email=gil%40northline.test&code=token-of-the-mail';
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };

test('after a return from Google with an unconfirmed address the screen says that a mail was sent', async () => {
  sessionStorage.setItem('google_attempt', JSON.stringify({ state: 's', nonce: 'n' }));
  const idToken = `${base64url({ alg: 'RS256' })}.${base64url({ email: 'gil@northline.test', nonce: 'n' })}.c2ln`;
  openApp(
    { signInWithGoogle: () => ({ refusal: 'identityUnconfirmed' }) },
    { path: `/login#id_token=${idToken}&state=s` },
  );
  const said = await screen.findByText(/We have sent you an email\. Open it and confirm/);
  // This is not shown as an error.
  expect(said.closest<HTMLElement>('[data-variant]')?.dataset['variant']).toBe('info');
  expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
  expect(document.cookie).not.toContain('refresh_token');
});

test('opening the link confirms nothing; the button confirms once and opens login', async () => {
  const app = openApp({ ...valid, confirmIdentity: () => ({ answer: undefined }) }, { path });
  const button = await screen.findByRole('button', { name: 'Confirm' });
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink']);
  expect(app.calls[0]?.body).toMatchObject({ kind: 'identity' });
  expect(button.closest('form')?.method).toBe('post');
  expect(location.search).toBe('');
  await app.user.dblClick(button);
  const heading = await screen.findByRole('heading', { name: 'Your Google account is confirmed' });
  expect(document.activeElement).toBe(heading);
  expect(app.calls).toHaveLength(2);
  expect(app.calls[1]?.body).toEqual({
    email: 'gil@northline.test',
    confirmationCode: 'token-of-the-mail',
  });
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

const linkStates: [LinkState, heading: string, words: RegExp][] = [
  ['expired', 'This link has expired', /valid for 1 hour/],
  ['used', 'This link has already been used', /already confirmed/],
  ['cancelled', 'This link is no longer valid', /changed in the meantime/],
  ['unknown', "We don't recognize this link", /Open our latest email/],
];
test.each(linkStates)('a link that is %s shows its state and a next step', async (state, heading, words) => {
  openApp({ checkLink: () => ({ answer: { state } }) }, { path });
  await screen.findByRole('heading', { name: heading });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('posted without script, it shows that the account is confirmed', async () => {
  const outcome = { ok: true as const, answer: null };
  const posted = { form: 'confirmIdentity' as const, values: { email: 'gil@northline.test' }, outcome };
  openApp({}, { path: '/users/identity', page: { posted } });
  await screen.findByRole('heading', { name: 'Your Google account is confirmed' });
});

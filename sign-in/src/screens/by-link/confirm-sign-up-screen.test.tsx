import type { LinkState } from '@app/contract/pages/links.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { posted } from '#test/rendered-pages.ts';
import { openApp, refusalAnswer, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('confirm-sign-up', 'sign-up');

const path = '/signup/confirm?email=ada%40northline.test&code=token-of-the-mail';
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };
const confirm = () => screen.findByRole('button', { name: 'Confirm' });

test('opening the link confirms nothing; the button confirms once and opens login with the email', async () => {
  let answer: (reply: Reply<'confirmSignUp'>) => void = () => {};
  const app = openApp(
    { ...valid, confirmSignUp: () => new Promise((resolve) => (answer = resolve)) },
    { path },
  );
  const button = await confirm();
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink']);
  expect(button.closest('form')?.method).toBe('post');
  await app.user.dblClick(button);
  await waitFor(() => expect(app.calls).toHaveLength(2));
  expect(app.calls[1]?.body).toEqual({
    email: 'ada@northline.test',
    confirmationCode: 'token-of-the-mail',
    mailboxProof: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  answer({ answer: undefined });
  const heading = await screen.findByRole('heading', { name: 'Your account is confirmed' });
  expect(document.activeElement).toBe(heading);
  expect(app.calls).toHaveLength(2);
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
});

const linkStates: [LinkState, heading: string, next: string][] = [
  ['expired', 'This link has expired', 'Sign up'],
  ['used', 'This link has already been used', 'Log in'],
  ['cancelled', 'This link is no longer valid', 'Log in'],
  ['unknown', "We don't recognize this link", 'Sign up'],
];
test.each(linkStates)('a link that is %s shows its state and a next step', async (state, heading, next) => {
  openApp({ checkLink: () => ({ answer: { state } }) }, { path });
  await screen.findByRole('heading', { name: heading });
  expect(screen.getByRole('link', { name: next })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('a link that expires before the press shows that it is expired', async () => {
  const states: LinkState[] = ['valid', 'expired'];
  const app = openApp(
    {
      checkLink: () => ({ answer: { state: states.shift() ?? 'expired' } }),
      confirmSignUp: () => ({ refusal: 'linkExpired' }),
    },
    { path },
  );
  await app.user.click(await confirm());
  await screen.findByRole('heading', { name: 'This link has expired' });
});

test('posted without script, it shows that the account is confirmed', async () => {
  openApp(
    {},
    {
      path: '/signup/confirm',
      page: {
        posted: {
          form: 'confirmSignUp',
          values: { email: 'ada@northline.test' },
          outcome: { ok: true, answer: null },
        },
      },
    },
  );
  await screen.findByRole('heading', { name: 'Your account is confirmed' });
});

const claimed = 'Your company uses single sign-on';

test('if the domain was claimed for single sign-on meanwhile, it says that no account was made and links to login', async () => {
  const app = openApp(
    { ...valid, confirmSignUp: () => ({ refusal: 'strategy', message: strategyMessages.saml }) },
    { path },
  );
  await app.user.click(await confirm());
  const heading = await screen.findByRole('heading', { name: claimed });
  expect(document.activeElement).toBe(heading);
  await waitFor(() => expect(document.title).toBe('Single sign-on – Northline'));
  expect(screen.getByText(/No account was created for/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
});

test('posted without script for a domain claimed meanwhile, it shows the same', async () => {
  const page = posted('confirmSignUp', refusalAnswer('strategy', { message: strategyMessages.saml }));
  openApp({}, { path: '/signup/confirm', page });
  await screen.findByRole('heading', { name: claimed });
  expect(screen.getByText('ada@northline.test').tagName).toBe('STRONG');
});

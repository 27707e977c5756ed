import type { LinkState } from '@app/contract/pages/links.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { posted } from '#test/rendered-pages.ts';
import { codeStepAnswer, openApp, refusalAnswer, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('confirm-sign-up', 'sign-up');

const path = '/signup/confirm?email=ada%40northline.test&code=token-of-the-mail';
const good = 'Kestrel-Harbour-27!';
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };
const confirm = () => screen.findByRole('button', { name: 'Confirm' });
const put = (label: string) => fireEvent.input(screen.getByLabelText(label), { target: { value: good } });
function choose(): void {
  put('New password');
  put('Confirm password');
}

test('opening the link confirms nothing; the chosen password confirms once and signs in', async () => {
  let answer: (reply: Reply<'confirmSignUp'>) => void = () => {};
  const app = openApp(
    {
      ...valid,
      confirmSignUp: () => new Promise((resolve) => (answer = resolve)),
      signInWithPassword: () => ({ answer: codeStepAnswer() }),
    },
    { path },
  );
  const button = await confirm();
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink']);
  expect(button.closest('form')?.method).toBe('post');
  await app.user.click(button);
  expect(app.calls).toHaveLength(1);
  choose();
  await app.user.dblClick(button);
  await waitFor(() => expect(app.calls).toHaveLength(2));
  expect(app.calls[1]?.body).toEqual({
    email: 'ada@northline.test',
    confirmationCode: 'token-of-the-mail',
    password: good,
    passwordConfirmation: good,
    mailboxProof: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  answer({ answer: { sameBrowser: true } });
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink', 'confirmSignUp', 'signInWithPassword']);
});

test('C7: it says which browser it is; one that has not signed up opens the login with the address', async () => {
  document.cookie = 'sign_up_proof=0123456789abcdef0123456789abcdef; Path=/';
  const app = openApp({ ...valid, confirmSignUp: () => ({ answer: { sameBrowser: false } }) }, { path });
  const button = await confirm();
  choose();
  await app.user.click(button);
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
  expect(email.value).toBe('ada@northline.test');
  await screen.findByText('Your account is confirmed. Please log in.');
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink', 'confirmSignUp']);
  expect(app.calls[1]?.body).toMatchObject({ signUpProof: '0123456789abcdef0123456789abcdef' });
  document.cookie = 'sign_up_proof=; Path=/; Max-Age=0';
});

test('posted without script from another browser, it says that the account is confirmed', async () => {
  openApp({}, { path, page: posted('confirmSignUp', { ok: true, answer: { sameBrowser: false } }) });
  await screen.findByRole('heading', { name: 'Your account is confirmed.' });
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
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
  const button = await confirm();
  choose();
  await app.user.click(button);
  await screen.findByRole('heading', { name: 'This link has expired' });
});

const claimed = /^No account was created: your company now uses single sign-on/;

test('if the domain was claimed for single sign-on meanwhile, it says that no account was made', async () => {
  const app = openApp(
    { ...valid, confirmSignUp: () => ({ refusal: 'strategy', message: strategyMessages.saml }) },
    { path },
  );
  const button = await confirm();
  choose();
  await app.user.click(button);
  await screen.findByText(claimed);
});

test('posted without script for a domain claimed meanwhile, it shows the same', async () => {
  const page = posted('confirmSignUp', refusalAnswer('strategy', { message: strategyMessages.saml }));
  openApp({ ...valid }, { path, page });
  await screen.findByText(claimed);
});

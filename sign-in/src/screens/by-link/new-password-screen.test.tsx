import type { LinkState } from '@app/contract/pages/links.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { codeStepAnswer, openApp, tokensFor, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('new-password', 'forgot-password');

const address = 'ada@northline.test';
const link = `?email=${encodeURIComponent(address)}&code=token-of-the-mail`;
const reset = `/password/reset${link}`;
const good = 'Kestrel-Harbour-27!';
const first = () => screen.getByLabelText<HTMLInputElement>('New password');
const second = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const submit = () => screen.getByRole('button', { name: 'Reset' });
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };

async function opened(replies: Parameters<typeof openApp>[0] = {}, path = reset) {
  const app = openApp({ ...valid, ...replies }, { path });
  await screen.findByLabelText('New password');
  return app;
}

const put = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } });

async function choose(app: Awaited<ReturnType<typeof opened>>, password = good, repeat = password) {
  put(first(), password);
  put(second(), repeat);
  await app.user.click(submit());
}

test('the link is checked before the form appears and is removed from the address', async () => {
  let answer: (reply: Reply<'checkLink'>) => void = () => {};
  const app = openApp({ checkLink: () => new Promise((resolve) => (answer = resolve)) }, { path: reset });
  expect(location.href).toBe('http://localhost:4000/password/reset');
  await screen.findByRole('heading', { name: 'Checking your link' });
  expect(screen.queryByLabelText('New password')).toBeNull();
  await waitFor(() => expect(app.calls).toHaveLength(1));
  expect(app.calls[0]).toMatchObject({
    name: 'checkLink',
    body: { kind: 'reset', email: address, token: 'token-of-the-mail' },
    key: null,
  });
  answer({ answer: { state: 'valid' } });
  await screen.findByRole('heading', { name: 'Reset password' });
  await waitFor(() => expect(document.title).toBe('Reset password – Northline'));
  expect(document.activeElement).toBe(first());
});

test('a reset requested by an admin names the admin’s request and has the same form', async () => {
  await opened({}, `/password/new${link}`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Choose a new password');
  expect(screen.getByText(/Your admin has asked you to choose a new password/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save password' })).toBeTruthy();
});

test('the form has the fields for password managers and works without script', async () => {
  await opened();
  const { form } = first();
  const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement;
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', null]);
  expect([field('email').type, field('email').autocomplete, field('email').value]).toEqual([
    'email',
    'username',
    address,
  ]);
  expect(field('email').readOnly).toBe(true);
  expect(field('code').value).toBe('token-of-the-mail');
  for (const [input, name] of [
    [first(), 'password'],
    [second(), 'passwordConfirmation'],
  ] as const)
    expect([input.name, input.type, input.autocomplete]).toEqual([name, 'password', 'new-password']);
});

test('the requirements are listed in order and marked as they are met', async () => {
  const app = await opened();
  const states = () =>
    within(screen.getByRole('list', { name: 'Your password needs at least' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const not = ['8 characters', '1 lowercase letter', '1 number', '1 special character', '1 uppercase letter'];
  const now = (...met: number[]) =>
    not.map((text, index) => `${text} – ${met.includes(index) ? 'met' : 'not met'}`);
  expect(states()).toEqual(now());
  const steps: [typed: string, ...met: number[]][] = [
    ['k', 1],
    ['2', 1, 2],
    ['!', 1, 2, 3],
    ['K', 1, 2, 3, 4],
    ['abcd', 0, 1, 2, 3, 4],
  ];
  for (const [typed, ...met] of steps) {
    await app.user.type(first(), typed);
    expect(states()).toEqual(now(...met));
  }
});

test('a match of both fields is shown while typing, a mismatch when the field loses the focus', async () => {
  const app = await opened();
  put(first(), good);
  await app.user.type(second(), 'Kestrel');
  expect(screen.queryByText('The passwords match.')).toBeNull();
  expect(said()).toEqual([]);
  await app.user.tab();
  expect(said()).toEqual(["The passwords entered don't match."]);
  await app.user.type(second(), '-Harbour-27!');
  expect(said()).toEqual([]);
  expect(screen.getByText('The passwords match.')).toBeTruthy();
});

test('a mismatch can be fixed at the first field too', async () => {
  const app = await opened();
  put(first(), `${good}x`);
  await app.user.click(second());
  await app.user.paste(good);
  await app.user.tab();
  expect(said()).toEqual(["The passwords entered don't match."]);
  await app.user.type(first(), '{Backspace}');
  expect(said()).toEqual([]);
});

const problems: [password: string, repeat: string, words: string[]][] = [
  ['', '', ['This field is required.', 'This field is required.']],
  [good, '', ['This field is required.']],
  ['Ab1!', 'Ab1!', ['Password is too short (minimum is 8 characters)']],
  ['kestrel-harbour', 'kestrel-harbour', ["Password doesn't meet all the requirements below."]],
  [`${good} `, `${good} `, ["Password can't start or end with a space."]],
  [good, 'Kestrel-Harbour-28!', ["The passwords entered don't match."]],
];
test.each(problems)('%o and %o are not sent', async (password, repeat, words) => {
  const app = await opened();
  put(first(), password);
  put(second(), repeat);
  await app.user.click(submit());
  expect(said()).toEqual(words);
  // The first wrong field has the focus.
  expect(document.activeElement).toBe(password === good ? second() : first());
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink']);
});

test('a new password signs in by the ordinary call and opens the code step', async () => {
  const app = await opened({
    resetPassword: () => ({ answer: undefined }),
    signInWithPassword: () => ({ answer: codeStepAnswer() }),
  });
  await choose(app);
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(location.pathname).toBe('/login');
  const [, sent, signIn] = app.calls;
  expect(sent).toMatchObject({
    name: 'resetPassword',
    body: { email: address, code: 'token-of-the-mail', password: good, passwordConfirmation: good },
  });
  expect(signIn).toMatchObject({ name: 'signInWithPassword', body: { email: address, password: good } });
  expect(sessionStorage.getItem('link_in_hand')).toBeNull();
});

test('without a code step it opens the success screen', async () => {
  const app = await opened({
    resetPassword: () => ({ answer: undefined }),
    signInWithPassword: () => ({ answer: { basic: tokensFor(address) } }),
  });
  await choose(app);
  const heading = await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(document.activeElement).toBe(heading);
});

test('when that sign-in fails, login opens with the email and a message that the password is changed', async () => {
  const app = await opened({
    resetPassword: () => ({ answer: undefined }),
    signInWithPassword: () => 'offline',
  });
  await choose(app);
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(address);
  expect(await screen.findAllByText('Your password has been changed. Please log in.')).toBeTruthy();
  expect(said()).toEqual([]);
});

test('a password that is easy to guess shows an error, and the typed values stay', async () => {
  const app = await opened({
    resetPassword: () => ({ refusal: 'invalid', fields: { password: ['is_common'] } }),
  });
  await choose(app, 'Password2026!');
  await screen.findByText('This password is easy to guess. Please choose another one.');
  expect(document.activeElement).toBe(first());
  expect([first().value, second().value]).toEqual(['Password2026!', 'Password2026!']);
});

test('after invalid_code the link is checked again and its state is shown', async () => {
  const states: LinkState[] = ['valid', 'used'];
  const app = await opened({
    checkLink: () => ({ answer: { state: states.shift() ?? 'used' } }),
    resetPassword: () => ({ refusal: 'invalidLink' }),
  });
  await choose(app);
  await screen.findByRole('heading', { name: 'This link has already been used' });
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink', 'resetPassword', 'checkLink']);
});

test('a refused link whose check still succeeds shows the text of an invalid link', async () => {
  const app = await opened({ resetPassword: () => ({ refusal: 'invalidLink' }) });
  await choose(app);
  await screen.findByText('This link is no longer valid. Please ask for a new one.');
  expect(first().value).toBe(good);
});

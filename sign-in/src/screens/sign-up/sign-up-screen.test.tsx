import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { openApp, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('sign-up');

const good = 'Kestrel-Harbour-27!';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Sign up' });
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

async function opened(...[replies, options]: Parameters<typeof openApp>) {
  const app = openApp(replies, { path: '/signup', ...options });
  await screen.findByLabelText('Company name');
  return app;
}

function fill(): void {
  put('Company name', ' Northline Labs ');
  put('Work email', ' ada@northline.test');
  put('Password', good);
  put('Confirm password', good);
}

test('it asks for a company, an address and a password, and can be sent without script', async () => {
  await opened();
  await waitFor(() => expect(document.title).toBe('Sign up – Northline'));
  const { form } = field('Company name');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', null]);
  expect(
    ['Company name', 'Work email', 'Password', 'Confirm password'].map((label) => {
      const { name, autocomplete } = field(label);
      return [name, autocomplete];
    }),
  ).toEqual([
    ['companyName', 'organization'],
    ['email', 'username'],
    ['password', 'new-password'],
    ['passwordConfirmation', 'new-password'],
  ]);
});

test('every field that is missing says so, and the first has the focus', async () => {
  const app = await opened();
  await app.user.click(submit());
  expect(said()).toEqual(Array.from({ length: 4 }, () => 'This field is required.'));
  expect(document.activeElement).toBe(field('Company name'));
  put('Company name', 'x'.repeat(101));
  put('Work email', 'ada@');
  put('Password', good);
  put('Confirm password', `${good}x`);
  await app.user.click(submit());
  expect(said()).toEqual([
    'Company name is too long (maximum is 100 characters)',
    'Invalid e-mail',
    "The passwords entered don't match.",
  ]);
  expect(app.calls).toEqual([]);
});

test('then a mail is on its way; another address begins with what was typed', async () => {
  const app = await opened({ signUp: () => ({ answer: undefined }) });
  fill();
  await app.user.click(submit());
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(document.activeElement).toBe(heading);
  expect(app.calls).toMatchObject([
    {
      name: 'signUp',
      body: {
        companyName: 'Northline Labs',
        email: 'ada@northline.test',
        password: good,
        passwordConfirmation: good,
      },
    },
  ]);
  await app.user.click(screen.getByRole('link', { name: 'Use another address' }));
  expect([field('Company name').value, field('Work email').value]).toEqual([
    'Northline Labs',
    'ada@northline.test',
  ]);
  expect(field('Password').value).toBe('');
});

test('the mail can be sent again after 60 seconds, as another request with the same account; a quota is said', async () => {
  const replies: Reply<'signUp'>[] = [
    { answer: undefined },
    { answer: undefined },
    { raw: new Response('{}', { status: 429, headers: { 'retry-after': '600' } }) },
  ];
  const app = await opened({ signUp: () => replies.shift() ?? 'offline' });
  fill();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'], shouldAdvanceTime: true });
  fireEvent.click(submit());
  const again = await screen.findByRole('button', { name: /^Send the email again/ });
  expect(again.textContent).toContain('1:00');
  fireEvent.click(again);
  expect(app.calls).toHaveLength(1);
  for (const words of [/^(E-?mail s|S)ent again/, /Please wait 10 minutes/]) {
    act(() => vi.advanceTimersByTime(60_000));
    await waitFor(() => expect(again.getAttribute('aria-disabled')).toBeNull());
    fireEvent.click(again);
    await screen.findByText(words);
  }
  expect(app.calls).toHaveLength(3);
  expect(new Set(app.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(new Set(app.calls.map(({ key }) => key)).size).toBe(3);
});

test('what the service finds wrong is said at its field, and nothing typed is lost', async () => {
  const app = await opened({
    signUp: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'], password: ['is_common'] } }),
  });
  fill();
  await app.user.click(submit());
  await screen.findByText('Invalid value provided');
  expect(said()).toEqual([
    'Invalid value provided',
    'This password is easy to guess. Please choose another one.',
  ]);
  expect(document.activeElement).toBe(field('Work email'));
  expect(field('Password').value).toBe(good);
});

test('the address comes along to login', async () => {
  const app = await opened();
  fill();
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
});

test('posted without script: the mail is on its way, or what was typed stands there again', async () => {
  const posted = {
    form: 'signUp',
    values: { companyName: 'Northline Labs', email: 'ada@northline.test' },
  } as const;
  const sent = openApp(
    {},
    { path: '/signup', page: { posted: { ...posted, outcome: { ok: true, answer: null } } } },
  );
  await screen.findByRole('heading', { name: 'Check your email' });
  sent.unmount();
  const body = { error: { name: 'rateLimited', message: '' }, requestId: 'r' };
  openApp(
    {},
    {
      path: '/signup',
      page: { posted: { ...posted, outcome: { ok: false, status: 429, retryAfter: '60', body } } },
    },
  );
  await screen.findByText(/Too many requests, please try again shortly/);
  expect([field('Company name').value, field('Work email').value]).toEqual([
    'Northline Labs',
    'ada@northline.test',
  ]);
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { openApp, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('sign-up');

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
  put('Your name', ' Ada Moreau ');
  put('Company name', ' Northline Labs ');
  put('Work email', ' ada@northline.test');
}

test('the form has a name, a company and an address, and works without script', async () => {
  const app = await opened();
  await waitFor(() => expect(document.title).toBe('Sign up – Northline'));
  const { form } = field('Company name');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', null]);
  expect(
    ['Your name', 'Company name', 'Work email'].map((label) => {
      const { name, autocomplete } = field(label);
      return [name, autocomplete];
    }),
  ).toEqual([
    ['name', 'name'],
    ['companyName', 'organization'],
    ['email', 'username'],
  ]);
  for (const label of ['Your name', 'Company name', 'Work email']) {
    expect(document.activeElement).toBe(field(label));
    await app.user.tab();
  }
});

test('every missing field shows its error, and the first has the focus', async () => {
  const app = await opened();
  await app.user.click(submit());
  expect(said()).toEqual(Array.from({ length: 3 }, () => 'This field is required.'));
  expect(document.activeElement).toBe(field('Your name'));
  put('Your name', 'x'.repeat(101));
  put('Company name', 'x'.repeat(101));
  put('Work email', 'ada@');
  await app.user.click(submit());
  expect(said()).toEqual([
    'Your name is too long (maximum is 100 characters)',
    'Company name is too long (maximum is 100 characters)',
    'Invalid e-mail',
  ]);
  expect(app.calls).toEqual([]);
});

test('after the post a screen says that a mail was sent; another address starts from the typed values', async () => {
  const app = await opened({ signUp: () => ({ answer: undefined }) });
  fill();
  await app.user.click(submit());
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(document.activeElement).toBe(heading);
  expect(app.calls).toMatchObject([
    {
      name: 'signUp',
      body: {
        name: 'Ada Moreau',
        companyName: 'Northline Labs',
        email: 'ada@northline.test',
        signUpProof: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    },
  ]);
  await app.user.click(screen.getByRole('link', { name: 'Use another address' }));
  expect(['Your name', 'Company name', 'Work email'].map((label) => field(label).value)).toEqual([
    'Ada Moreau',
    'Northline Labs',
    'ada@northline.test',
  ]);
});

test('the mail can be sent again after 60 seconds, as a new request with the same account; a quota shows an error', async () => {
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
  for (const words of [/^(E-?mail s|S)ent again/, /try again in 10 minutes/]) {
    act(() => vi.advanceTimersByTime(60_000));
    await waitFor(() => expect(again.getAttribute('aria-disabled')).toBeNull());
    fireEvent.click(again);
    await screen.findByText(words);
  }
  expect(app.calls).toHaveLength(3);
  expect(new Set(app.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(new Set(app.calls.map(({ key }) => key)).size).toBe(3);
});

test('a 422 of the service is shown at its field, and the typed values stay', async () => {
  const app = await opened({
    signUp: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }),
  });
  fill();
  await app.user.click(submit());
  await screen.findByText('Invalid value provided');
  expect(said()).toEqual(['Invalid value provided']);
  expect(document.activeElement).toBe(field('Work email'));
  expect(field('Company name').value).toBe(' Northline Labs ');
});

test('the typed address is passed to login', async () => {
  const app = await opened();
  fill();
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
});

test('posted without script, it says that a mail was sent, or shows the typed values again', async () => {
  const posted = {
    form: 'signUp',
    values: { name: 'Ada Moreau', companyName: 'Northline Labs', email: 'ada@northline.test' },
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
  await screen.findByText(/Too many requests, please try again in 60 seconds/);
  expect([field('Company name').value, field('Work email').value]).toEqual([
    'Northline Labs',
    'ada@northline.test',
  ]);
});

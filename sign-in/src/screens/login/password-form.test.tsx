import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { cookies } from '#test/cookies.ts';
import { codeStepAnswer, openApp, settings, tokensFor, type Reply } from '#test/open-app.tsx';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const login = () => screen.getByRole('button', { name: 'Login' });
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

async function fillIn({ user }: ReturnType<typeof openApp>, address = 'ada@northline.test') {
  await user.type(email(), address);
  await user.type(password(), 'Kestrel-Harbour-27!');
}

test('the form can be sent without script: a post with the names that the service reads', () => {
  openApp();
  const form = email().form;
  expect(form?.method).toBe('post');
  // To where the page is, with its query.
  expect(form?.getAttribute('action')).toBeNull();
  expect([email().name, email().type, email().autocomplete]).toEqual(['email', 'email', 'username']);
  expect([password().name, password().type, password().autocomplete]).toEqual([
    'password',
    'password',
    'current-password',
  ]);
});

/** What the browser says of its pointer. */
const pointer = (kind: 'coarse' | 'fine') =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query === `(pointer: ${kind})` }) as MediaQueryList);

test('with a mouse login begins in its first field, with a finger no keyboard opens over it', () => {
  pointer('fine');
  const { unmount } = openApp();
  expect(document.activeElement).toBe(email());
  unmount();
  pointer('coarse');
  openApp();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome back' }));
});

test('what is missing is said at each field, and the first has the focus', async () => {
  const app = openApp();
  await app.user.click(login());
  expect(said()).toEqual(['This field is required.', 'This field is required.']);
  expect(document.activeElement).toBe(email());
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(app.calls).toEqual([]);
});

test('an address is judged when it is left after an edit, and the words go once it is right', async () => {
  const app = openApp();
  await app.user.click(email());
  await app.user.tab();
  expect(said()).toEqual([]);
  await app.user.type(email(), 'ada@');
  await app.user.tab();
  expect(said()).toEqual(['Invalid e-mail']);
  await app.user.type(email(), 'northline.test');
  expect(said()).toEqual([]);
});

test('a password alone signs in a person without a second step', async () => {
  const app = openApp({ signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }) });
  await fillIn(app, 'ben@northline.test');
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(location.pathname).toBe('/login/success');
  await waitFor(() => expect(document.title).toBe('Authentication successful! – Northline'));
  expect(cookies.cookie).toContain('refresh_token=refresh');
  expect(app.calls).toHaveLength(1);
  expect(app.calls[0]?.body).toEqual({
    email: 'ben@northline.test',
    password: 'Kestrel-Harbour-27!',
    clientType: 'web',
  });
  expect(app.calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

const refusals: [string, Reply<'signInWithPassword'>, string][] = [
  ['a wrong password', { refusal: 'credentials' }, 'The credentials provided are incorrect.'],
  [
    'a Google account',
    { refusal: 'strategy', message: 'This account signs in with Google.' },
    'Your company admin has configured your account to use Google Sign-in',
  ],
  ['a forbidden account', { refusal: 'forbidden' }, "You don't have permission to access this resource."],
  ['too many tries', { refusal: 'rateLimited' }, 'Too many requests, please try again shortly'],
  [
    'a fault of the service',
    { refusal: 'unknown' },
    'An error occurred and we are looking into it. Please try again later.',
  ],
  ['no connection', 'offline', 'Connection lost. Please check your internet connection.'],
  [
    'a gateway that gave up',
    { raw: new Response('<html>', { status: 504 }) },
    'Request timed out, please try again',
  ],
  ['a captive portal', { raw: new Response('<html>') }, 'The credentials provided are incorrect.'],
];

test.each(refusals)(
  '%s is said once, above the form, and everything typed stays',
  async (_, reply, words) => {
    const app = openApp({ signInWithPassword: () => reply });
    await fillIn(app);
    await app.user.click(login());
    await screen.findByText(words);
    expect(said()).toEqual([words]);
    const focused = words.includes('incorrect')
      ? password()
      : screen.getByText(words).closest('[role=alert]');
    await waitFor(() => expect(document.activeElement).toBe(focused));
    expect(email().value).toBe('ada@northline.test');
    expect(password().value).toBe('Kestrel-Harbour-27!');
    expect(login().getAttribute('aria-busy')).toBeNull();
    expect(cookies.cookie).not.toContain('refresh_token');
  },
);

test("'This field is required.' goes away with the first letter, though the address is no whole one yet", async () => {
  const app = openApp();
  await app.user.click(login());
  await app.user.type(email(), 'a');
  expect(said()).toEqual(['This field is required.']);
  expect(email().getAttribute('aria-invalid')).toBeNull();
  await app.user.type(password(), 'K');
  expect(said()).toEqual(['Invalid e-mail']);
});

test('after a wrong password the next one is typed over it', async () => {
  const app = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText(/incorrect/);
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect([password().selectionStart, password().selectionEnd]).toEqual([0, password().value.length]);
});

test.each(['Google', 'SAML', 'password'])('that an account signs in by %s is information', async (method) => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'strategy', message: `This account signs in with ${method}.` }),
  });
  await fillIn(app);
  await app.user.click(login());
  const words = await screen.findByText(/^Your company admin has configured your account/);
  expect(words.closest<HTMLElement>('[role=alert]')?.dataset['variant']).toBe('info');
});

test('what the service finds wrong is said at its field', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }),
  });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText('Invalid value provided');
  expect(document.activeElement).toBe(email());
});

test('while the call runs nothing can be sent again, and nothing is disabled', async () => {
  let answer: (reply: Reply<'signInWithPassword'>) => void = () => {};
  const app = openApp({ signInWithPassword: () => new Promise((resolve) => (answer = resolve)) });
  await fillIn(app);
  await app.user.dblClick(login());
  await app.user.type(password(), '{Enter}{Enter}');
  fireEvent.submit(email().form as HTMLFormElement);
  await waitFor(() => expect(app.calls).toHaveLength(1));
  expect(login().getAttribute('aria-busy')).toBe('true');
  expect([email().readOnly, password().readOnly, email().disabled]).toEqual([true, true, false]);
  answer({ answer: codeStepAnswer() });
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(app.calls).toHaveLength(1);
});

test('pressed again after an answer that never came, it is the very same request', async () => {
  const replies: Reply<'signInWithPassword'>[] = ['offline', 'offline', { answer: codeStepAnswer() }];
  const app = openApp({ signInWithPassword: () => replies.shift() ?? 'offline' });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText(/Connection lost/);
  await app.user.click(login());
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(new Set(app.calls.map(({ key }) => key)).size).toBe(1);
  expect(new Set(app.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('after an answer, the next attempt is another one', async () => {
  const app = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText(/incorrect/);
  await app.user.click(login());
  await waitFor(() => expect(app.calls).toHaveLength(2));
  expect(app.calls[0]?.key).not.toBe(app.calls[1]?.key);
  await waitFor(() => expect(login().getAttribute('aria-busy')).toBeNull());
});

test('offline is said, Login stays available, and it is taken back', async () => {
  openApp();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(await screen.findByText(/Connection lost/)).toBeTruthy();
  expect(login().getAttribute('aria-disabled')).toBeNull();
  online.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull());
});

test('a browser that keeps no cookies fails the sign-in visibly', async () => {
  const app = openApp({ signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }) });
  cookies.blocked = true;
  await fillIn(app, 'ben@northline.test');
  await app.user.click(login());
  expect(await screen.findByText(/didn't save your login/)).toBeTruthy();
});

test('signing up is a link to wherever the settings say', () => {
  openApp({}, { config: { ...settings, signUpUrl: 'https://example.test/join' } });
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
    'https://example.test/join',
  );
});

test('the forgotten password is one tab behind the password, and the typed email comes along', async () => {
  const app = openApp();
  await app.user.type(email(), ' ada@northline.test ');
  const link = screen.getByRole('link', { name: 'Forgot password?' });
  expect(link.getAttribute('href')).toBe('/password/forgot');
  await app.user.click(link);
  await screen.findByRole('heading', { name: 'Forgot your password?' });
  expect(location.pathname + location.search).toBe('/password/forgot');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
  await act(async () => {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
  });
  await screen.findByRole('heading', { name: 'Welcome back' });
});

test('a way of signing in that was used here before is marked, for eyes and ears', () => {
  const { unmount } = openApp();
  expect(screen.queryByText('Last used')).toBeNull();
  unmount();
  localStorage.setItem('last_strategy', 'password');
  openApp();
  expect(screen.getByText('Last used')).toBeTruthy();
  expect(document.getElementById(login().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Last used',
  );
});

test('a wait that the service asks for is said in the page', async () => {
  const answers = ['30', '1', '600'].map(
    (seconds) => new Response('{}', { status: 429, headers: { 'retry-after': seconds } }),
  );
  const app = openApp({ signInWithPassword: () => ({ raw: answers.shift() ?? new Response() }) });
  await fillIn(app);
  for (const words of ['Please wait 30 seconds.', 'Please wait 1 second.', 'Please wait 10 minutes.']) {
    await app.user.click(login());
    await screen.findByText(words);
  }
  expect(said()[0]).toContain('Too many requests, please try again shortly');
});

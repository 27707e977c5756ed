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

test('without script the form is a post with the field names that the service reads', () => {
  openApp();
  const form = email().form;
  expect(form?.method).toBe('post');
  // It posts to the page's own address, with its query.
  expect(form?.getAttribute('action')).toBeNull();
  expect([email().name, email().type, email().autocomplete]).toEqual(['email', 'email', 'username']);
  expect([password().name, password().type, password().autocomplete]).toEqual([
    'password',
    'password',
    'current-password',
  ]);
});

/** Sets the browser's pointer media query. */
const pointer = (kind: 'coarse' | 'fine') =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query === `(pointer: ${kind})` }) as MediaQueryList);

test('login focuses its first field with a mouse, and no field with a touch screen, so no keyboard opens', () => {
  pointer('fine');
  const { unmount } = openApp();
  expect(document.activeElement).toBe(email());
  unmount();
  pointer('coarse');
  openApp();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome back' }));
});

test('each missing field shows its error, and the first has the focus', async () => {
  const app = openApp();
  await app.user.click(login());
  expect(said()).toEqual(['This field is required.', 'This field is required.']);
  expect(document.activeElement).toBe(email());
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(app.calls).toEqual([]);
});

test('an address is checked when its field loses the focus after an edit, and the error goes once it is valid', async () => {
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

test('a password signs in a person without a code step', async () => {
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

test("'This field is required.' goes away with the first letter, before the address is valid", async () => {
  const app = openApp();
  await app.user.click(login());
  await app.user.type(email(), 'a');
  expect(said()).toEqual(['This field is required.']);
  expect(email().getAttribute('aria-invalid')).toBeNull();
  await app.user.type(password(), 'K');
  expect(said()).toEqual(['Invalid e-mail']);
});

test('after a wrong password its text is selected, so that the next one replaces it', async () => {
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

test('a 422 of the service is shown at its field', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }),
  });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText('Invalid value provided');
  expect(document.activeElement).toBe(email());
});

test('during the call the form cannot be sent again, and no control is disabled', async () => {
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

test('a second press after a lost answer repeats the same request', async () => {
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

test('after an answer, the next press is a new attempt', async () => {
  const app = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await fillIn(app);
  await app.user.click(login());
  await screen.findByText(/incorrect/);
  await app.user.click(login());
  await waitFor(() => expect(app.calls).toHaveLength(2));
  expect(app.calls[0]?.key).not.toBe(app.calls[1]?.key);
  await waitFor(() => expect(login().getAttribute('aria-busy')).toBeNull());
});

test('offline shows a message, which goes when online, and Login stays available', async () => {
  openApp();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(await screen.findByText(/Connection lost/)).toBeTruthy();
  expect(login().getAttribute('aria-disabled')).toBeNull();
  online.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull());
});

test('in a browser that stores no cookies the sign-in fails with an error', async () => {
  const app = openApp({ signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }) });
  cookies.blocked = true;
  await fillIn(app, 'ben@northline.test');
  await app.user.click(login());
  expect(await screen.findByText(/didn't save your login/)).toBeTruthy();
});

test('the sign-up link has the address of the settings', () => {
  openApp({}, { config: { ...settings, signUpUrl: 'https://example.test/join' } });
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
    'https://example.test/join',
  );
});

test('the recovery link is one Tab after the password and passes the typed email on', async () => {
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

test('a sign-in method used before in this browser is labelled, also for screen readers', () => {
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

test('a wait that the service requires is shown in the page', async () => {
  const answers = ['30', '1', '600'].map(
    (seconds) => new Response('{}', { status: 429, headers: { 'retry-after': seconds } }),
  );
  const app = openApp({ signInWithPassword: () => ({ raw: answers.shift() ?? new Response() }) });
  await fillIn(app);
  for (const time of ['30 seconds', '1 second', '10 minutes']) {
    await app.user.click(login());
    await screen.findByText(`Too many requests, please try again in ${time}.`);
  }
});

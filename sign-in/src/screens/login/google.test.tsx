import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { cookies } from '#test/cookies.ts';
import { base64url, openApp, settings, tokensFor, type Reply } from '#test/open-app.tsx';

const google = () => screen.getByRole('button', { name: 'Sign in with Google' });
const login = () => screen.getByRole('button', { name: 'Login' });
const look = (button: HTMLElement) => button.dataset['variant'];
const credentials = 'The credentials provided are incorrect.';

const tokenOf = (claims: object): string =>
  `${base64url({ alg: 'RS256' })}.${base64url({ email: 'gil@northline.test', ...claims })}.c2lnbmF0dXJl`;
const attempt = (state = 'the-state', nonce = 'the-nonce'): void =>
  sessionStorage.setItem('google_attempt', JSON.stringify({ state, nonce }));
const tokens = () => ({ ...tokensFor('gil@northline.test'), auth_strategy: 'google' as const });

/** Presses the button and returns the address that it opens. */
async function leave(app: ReturnType<typeof openApp>) {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await app.user.click(google());
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  return new URL(String(assign.mock.calls[0]?.[0]));
}

test('C7: the button opens the issuer with a state and a nonce of this attempt', async () => {
  const app = openApp();
  const address = await leave(app);
  expect(address.origin + address.pathname).toBe('https://accounts.google.test/o/oauth2/v2/auth');
  const { state, nonce, ...rest } = Object.fromEntries(address.searchParams);
  expect(rest).toEqual({
    hd: 'x',
    client_id: 'google-client',
    redirect_uri: 'http://localhost:4000/login',
    response_type: 'id_token',
    scope: 'openid email',
  });
  for (const value of [state, nonce]) expect(value).toMatch(/^[\w-]{43}$/);
  expect(state).not.toBe(nonce);
  expect(JSON.parse(sessionStorage.getItem('google_attempt') ?? '')).toEqual({ state, nonce });
  expect(app.calls).toEqual([]);
  // It cannot be pressed again until the back/forward cache restores the page.
  expect(google().getAttribute('aria-busy')).toBe('true');
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(google().getAttribute('aria-busy')).toBeNull());
});

test('C7: every attempt has a new state and nonce', async () => {
  const values = new Set<string>();
  for (let tries = 0; tries < 5; tries += 1) {
    const app = openApp();
    const address = await leave(app);
    for (const name of ['state', 'nonce']) values.add(address.searchParams.get(name) ?? '');
    app.unmount();
    vi.restoreAllMocks();
    vi.spyOn(console, 'error');
    vi.spyOn(console, 'warn');
  }
  expect(values.size).toBe(10);
});

test('without an issuer in the settings there is no button, and password is the main method', () => {
  const { google: _, ...without } = settings;
  localStorage.setItem('last_strategy', 'google');
  openApp({}, { config: without });
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  expect(look(login())).toBe('primary');
});

test('in a browser that blocks session storage an error is shown', async () => {
  const app = openApp();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('withheld');
    },
  });
  await app.user.click(google());
  await screen.findByText(/didn't save your login/).finally(() => vi.unstubAllGlobals());
  expect(assign).not.toHaveBeenCalled();
});

test('a return of this attempt signs in, and its token is removed from the address before the first render', async () => {
  attempt();
  const idToken = tokenOf({ nonce: 'the-nonce' });
  const app = openApp(
    { signInWithGoogle: () => ({ answer: tokens() }) },
    { path: `/login?lng=en#id_token=${idToken}&state=the-state` },
  );
  expect(location.href).toBe('http://localhost:4000/login?lng=en');
  expect(screen.getByRole('heading', { name: 'Loading' })).toBeTruthy();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls.map(({ name, body }) => [name, body])).toEqual([
    ['signInWithGoogle', { idToken, clientType: 'web' }],
  ]);
  expect(app.calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(cookies.cookie).toContain('auth_strategy=google');
  expect(cookies.cookie).not.toContain('saml_logout_url');
  expect(localStorage.getItem('last_strategy')).toBe('google');
  expect(sessionStorage.getItem('google_attempt')).toBeNull();
  // The next person who signs in here does not see this email.
  expect(JSON.stringify(history.state)).not.toContain('@');
});

test('the call brings the device of this browser', async () => {
  attempt();
  const idToken = tokenOf({ nonce: 'the-nonce' });
  const app = openApp(
    { signInWithGoogle: () => ({ answer: tokens() }) },
    {
      path: `/login#id_token=${idToken}&state=the-state`,
      config: { ...settings, riskDataScriptUrl: 'http://localhost:4000/risk-data.js' },
      loadRiskData: async () => ({ collect: () => ({ deviceToken: 'd1.device' }) }),
    },
  );
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls[0]?.body).toMatchObject({ idToken, contextData: { deviceToken: 'd1.device' } });
});

const good = tokenOf({ nonce: 'the-nonce' });
const refused: [string, string, (() => void)?][] = [
  ['another state', `id_token=${good}&state=other`],
  ['no state', `id_token=${good}`],
  ['an empty state', `id_token=${good}&state=`],
  ['a longer state', `id_token=${good}&state=the-state1`],
  ['a shorter state', `id_token=${good}&state=the-stat`],
  ['a state in capitals', `id_token=${good}&state=The-State`],
  ['two states, the first of them wrong', `id_token=${good}&state=x&state=the-state`],
  ['no attempt in this tab', `id_token=${good}&state=the-state`, () => sessionStorage.clear()],
  ['an attempt of nothing', `id_token=${good}&state=`, () => attempt('', '')],
  [
    'a broken attempt',
    `id_token=${good}&state=the-state`,
    () => sessionStorage.setItem('google_attempt', '{'),
  ],
  [
    'an attempt of null',
    `id_token=${good}&state=null`,
    () => sessionStorage.setItem('google_attempt', 'null'),
  ],
  ['another nonce', `id_token=${tokenOf({ nonce: 'other' })}&state=the-state`],
  ['no nonce', `id_token=${tokenOf({})}&state=the-state`],
  ['an empty nonce', `id_token=${tokenOf({ nonce: '' })}&state=the-state`],
  ['a nonce in a list', `id_token=${tokenOf({ nonce: ['the-nonce'] })}&state=the-state`],
  ['a nonce that is null', `id_token=${tokenOf({ nonce: null })}&state=the-state`],
  ['a token that is none', 'id_token=nonsense&state=the-state'],
  ['a token without a signature', `id_token=${good.split('.', 2).join('.')}.&state=the-state`],
  ['a token of other text', 'id_token=a.bnVsbA.c&state=the-state'],
  ['a token of four parts', `id_token=${good}.x&state=the-state`],
];

test.each(refused)('C7: %s: a credentials error, and no call', async (_, fragment, change) => {
  attempt();
  change?.();
  const app = openApp({}, { path: `/login#${fragment}` });
  expect(location.href).toBe('http://localhost:4000/login');
  const said = await screen.findByText(credentials);
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(app.calls).toEqual([]);
  expect(look(google())).toBe('primary');
  expect(look(login())).toBe('secondary');
  expect(sessionStorage.getItem('google_attempt')).toBeNull();
});

test('the count', () => {
  expect(refused).toHaveLength(20);
});

test.each(['error=access_denied&state=the-state', 'state=the-state', 'error=x'])(
  'coming back with #%s is the missing credential: a credentials error',
  async (fragment) => {
    attempt();
    const app = openApp({}, { path: `/login#${fragment}` });
    await screen.findByText(credentials);
    expect([location.hash, app.calls]).toEqual(['', []]);
  },
);

test('a return without an attempt of this tab ends no session', async () => {
  const first = openApp({
    signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }),
  });
  await first.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ben@northline.test');
  await first.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  first.unmount();
  openApp({}, { path: `/login#id_token=${good}&state=stranger` });
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(screen.getByText(/ben@northline\.test/)).toBeTruthy();
  expect(location.hash).toBe('');
});

const failures: [string, Reply<'signInWithGoogle'>, string][] = [
  ['an account that is not there', { refusal: 'credentials' }, credentials],
  [
    'an account with a password',
    { refusal: 'strategy', message: 'This account signs in with email and password.' },
    'Your company admin has configured your account to sign in with your email and password',
  ],
  ['no connection', 'offline', 'Connection lost. Please check your internet connection.'],
  ['too many', { refusal: 'rateLimited' }, 'Too many requests, please try again shortly'],
  [
    'Google being out of reach',
    { refusal: 'unavailable' },
    'An error occurred and we are looking into it. Please try again later.',
  ],
  ['an answer that is none', { raw: new Response('<html>') }, credentials],
];

test.each(failures)('%s is shown on the login page', async (_, reply, words) => {
  attempt();
  openApp({ signInWithGoogle: () => reply }, { path: `/login#id_token=${good}&state=the-state` });
  const said = await screen.findByText(words);
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeTruthy();
  expect(look(words.includes('password') ? login() : google())).toBe('primary');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('gil@northline.test');
});

test('an account that signs in by SSO gets the SSO form with its email', async () => {
  attempt();
  openApp(
    { signInWithGoogle: () => ({ refusal: 'strategy', message: 'This account signs in with SAML.' }) },
    { path: `/login#id_token=${good}&state=the-state` },
  );
  await screen.findByText('To start, enter your work email');
  const said = screen.getByText('Your company admin has configured your account to use SSO');
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('gil@northline.test');
});

test('a password for a Google account makes Google the main method, and the message has the focus', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'strategy', message: 'This account signs in with Google.' }),
  });
  expect([look(google()), look(login())]).toEqual(['secondary', 'primary']);
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'gil@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  const said = await screen.findByText(
    'Your company admin has configured your account to use Google Sign-in',
  );
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect([look(google()), look(login())]).toEqual(['primary', 'secondary']);
});

test('the method used last in this browser is labelled, also for screen readers, and is the main button', () => {
  localStorage.setItem('last_strategy', 'google');
  openApp();
  const mark = screen.getByText('Last used');
  expect(google().getAttribute('aria-describedby')).toBe(mark.id);
  expect([look(google()), look(login())]).toEqual(['primary', 'secondary']);
});

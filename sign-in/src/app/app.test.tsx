import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { tokens } from '@app/contract/tokens/tokens.ts';
import { writeLocal } from '@app/session/stored/local-values.ts';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';

import de from '#i18n/locales/de.json';
import laterDe from '#i18n/locales/later/de.json';
import { cookies } from '#test/cookies.ts';
import { openApp, settings, storedValues, tokensFor } from '#test/open-app.tsx';

/** A session of an earlier visit. `age`: seconds since its ID token was issued. */
function storeSession({ age = 0, platform = 'dashboard', roles = '["Admin"]' } = {}) {
  const wire = tokensFor('ada@northline.test', { platform, roles });
  storedValues().saveTokens(v.parse(tokens, wire), 'authentication-ui');
  vi.setSystemTime(Date.now() + age * 1000);
}

test('the root redirects to login and keeps the query', async () => {
  openApp({}, { path: '/?lng=en&x=1' });
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?lng=en&x=1'));
  await waitFor(() => expect(document.title).toBe('Login – Northline'));
});

test('an unknown page redirects to login with a message and without an error in the address', async () => {
  openApp({}, { path: '/no/such/page' });
  const region = await screen.findByRole('region', { name: 'Notifications' });
  expect(within(region).getByText("We couldn't find the page you requested")).toBeTruthy();
  expect(location.pathname + location.search).toBe('/login');
});

test('a person with a session sees the success page', async () => {
  storeSession();
  openApp({}, { path: '/login' });
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(location.pathname).toBe('/login/success');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Open Dashboard', settings.dashboardUrl],
    ['Open Workspace', settings.workspaceUrl],
    ['Open Desktop App', settings.desktopUrl],
    ['Questions? Visit our help center', settings.helpUrl],
    ['Help center', settings.helpUrl],
  ]);
});

const adminOfWorkspace = { platform: 'aircall-workspace' };
test.each([
  ['a sign-in for the workspace', adminOfWorkspace],
  ['the sign-in of a person who is no admin', { roles: '["User"]' }],
  ['the sign-in of a person without roles', { roles: '[]' }],
])('after %s the workspace is the first button, and the dashboard the last', async (_, session) => {
  storeSession(session);
  openApp();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  const names = screen.getAllByRole('link').map((link) => link.textContent);
  expect(names.slice(0, 3)).toEqual(['Open Workspace', 'Open Desktop App', 'Open Dashboard']);
});

test('the page says what to do if the window keeps the focus for two seconds: no desktop app opened', async () => {
  storeSession();
  openApp();
  const desktop = await screen.findByRole('link', { name: 'Open Desktop App' });
  desktop.addEventListener('click', (event) => event.preventDefault());
  const advice = () => screen.queryByText(/^Nothing happened\?/);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  fireEvent.click(desktop);
  await pass(1000);
  fireEvent.blur(window);
  await pass(10_000);
  expect(advice(), 'an app took the focus').toBeNull();

  fireEvent.click(desktop);
  await pass(1999);
  expect(advice()).toBeNull();
  await pass(1);
  expect(advice()?.closest('[role=status]')).not.toBeNull();
  fireEvent.click(desktop);
  expect(advice(), 'another try').toBeNull();
});

test('a session with an expired id token is refreshed behind the loading screen', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storeSession({ age: 1200 });
  const app = openApp({ refreshTokens: () => ({ answer: tokensFor('ada@northline.test') }) });
  expect(screen.getByRole('main').textContent).not.toContain('Welcome back');
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls.map(({ name }) => name)).toEqual(['refreshTokens']);
});

test('on a machine whose clock is hours ahead a refreshed session stays signed in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storeSession({ age: 1200 });
  const serverNow = Date.now() - 5 * 3600 * 1000;
  openApp({ refreshTokens: () => ({ answer: tokensFor('ada@northline.test', { serverNow }) }) });
  await screen.findByRole('heading', { name: 'Authentication successful!' });
});

test('a session that the service ended shows a message', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storeSession({ age: 1200 });
  openApp({ refreshTokens: () => ({ refusal: 'sessionExpired' }) });
  expect(await screen.findByText('Your session has expired. Please log in again.')).toBeTruthy();
  expect(cookies.cookie).not.toContain('refresh_token');
});

test('a network failure at the start does not end the session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storeSession({ age: 1200 });
  openApp({ refreshTokens: () => 'offline' });
  expect(await screen.findByText(/Connection lost/)).toBeTruthy();
  expect(cookies.cookie).toContain('refresh_token=refresh');
});

test('logging out revokes the session, removes it and shows the login form', async () => {
  storeSession();
  const app = openApp({ revokeTokens: () => ({ answer: undefined }) });
  await app.user.click(await screen.findByRole('button', { name: 'Log out' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(app.calls).toMatchObject([{ name: 'revokeTokens', body: { refreshToken: 'refresh' } }]);
  expect(cookies.cookie).not.toContain('token');
  expect(location.pathname).toBe('/login');
});

test('another language changes every text and keeps the typed values', async () => {
  const app = openApp({}, { load: async (_, name) => (name === 'first' ? de : laterDe) });
  await app.user.type(screen.getByLabelText('Email'), 'ada@northline.test');
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  await screen.findByRole('button', { name: 'Anmelden' });
  expect(screen.getByLabelText<HTMLInputElement>('E-Mail-Adresse').value).toBe('ada@northline.test');
  expect([document.documentElement.lang, document.title]).toEqual(['de', 'Anmelden – Northline']);
  expect(document.cookie).toContain('lng=de');
});

test.each(['dashboard', 'workspace'] as const)(
  'a person with a session who wanted to go to the %s is sent there at once, and stays on the way back',
  async (app) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    storeSession();
    const wanted = `${settings[`${app}Url`]}/calls`;
    writeLocal('LOGIN_REDIRECT', wanted);
    const { unmount } = openApp({}, { path: `/login?redirect=${encodeURIComponent(wanted)}&x=1` });
    await waitFor(() => expect(assign.mock.calls).toEqual([[wanted]]));
    expect(screen.queryByRole('heading', { name: 'Authentication successful!' })).toBeNull();
    expect(location.pathname + location.search).toBe('/login/success?x=1');
    unmount();
    openApp({}, { path: '/login/success' });
    await screen.findByRole('heading', { name: 'Authentication successful!' });
    expect(assign).toHaveBeenCalledTimes(1);
  },
);

test('the desktop app opens beside the success screen', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  storeSession();
  writeLocal('LOGIN_REDIRECT', 'northline://calls/7');
  openApp();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(assign.mock.calls).toEqual([['northline://calls/7']]);
});

test('a stored redirect that is no longer allowed is not followed', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  storeSession();
  writeLocal('LOGIN_REDIRECT', 'https://evil.test/');
  openApp();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(assign).not.toHaveBeenCalled();
});

test('an SSO error is a credentials error on the form; another known one is a toast that stays', async () => {
  const { unmount } = openApp({}, { path: '/login/sso?error=sso-denied&lng=en' });
  expect(await screen.findByText('The credentials provided are incorrect.')).toBeTruthy();
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?lng=en'));
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  unmount();
  openApp({}, { path: '/password/forgot?error=network' });
  const region = await screen.findByRole('region', { name: 'Notifications' });
  expect(within(region).getByText(/Connection lost/)).toBeTruthy();
  expect(within(region).getByText('You were redirected to login.')).toBeTruthy();
  expect(location.pathname + location.search).toBe('/login');
});

test('a screen with a form that is opened inside the app focuses its first field', async () => {
  const app = openApp({}, { path: '/action_result?result=ttl' });
  await app.user.click(await screen.findByRole('link', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
});

test('the platform is sent with the call and the risk data and is stored', async () => {
  const asked: string[] = [];
  const app = openApp(
    { signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }) },
    {
      platform: 'ios',
      loadRiskData: async () => ({ collect: (id) => void asked.push(id) }),
      config: { ...settings, riskDataScriptUrl: '/risk-data.js' },
    },
  );
  await app.user.type(screen.getByLabelText('Email'), 'ben@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls.map(({ origin }) => origin)).toEqual(['ios']);
  expect(asked).toEqual(['mobile']);
  expect(storedValues().readSession()?.sessionPlatform).toBe('ios');
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { cookies } from '#test/cookies.ts';
import { openApp, type Reply } from '#test/open-app.tsx';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const sso = () => screen.getByRole('button', { name: 'Single sign-on (SSO)' });
const proceed = () => screen.getByRole('button', { name: 'Continue' });
const lead = 'To start, enter your work email';
const credentials = 'The credentials provided are incorrect.';
/** Expects an alert with these words and the focus. */
const hasFocus = (words: string) =>
  waitFor(() => {
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement?.textContent).toContain(words);
  });

const url = 'http://localhost:4000/auth/v1/saml/company/login';
const logoutUrl = 'http://localhost:4000/auth/v1/saml/company/logout';

async function openForm(app: ReturnType<typeof openApp>, address = 'sam@northline.test') {
  await app.user.click(email());
  await app.user.paste(address);
  await app.user.click(sso());
  await screen.findByText(lead);
}
async function goInHistory(by: -1 | 1) {
  await act(async () => {
    const there = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.go(by);
    await there;
  });
}

test('the SSO form replaces the password form with the email, and the way back does the reverse', async () => {
  const app = openApp();
  await openForm(app);
  expect(location.pathname).toBe('/login');
  await waitFor(() => expect(document.title).toBe('Single sign-on – Northline'));
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect([email().name, email().type, email().autocomplete]).toEqual(['email', 'email', 'username']);
  expect(email().value).toBe('sam@northline.test');
  expect(document.activeElement).toBe(email());
  await app.user.type(email(), '.uk');
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test.uk');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('without a typed email the SSO form focuses its email field', async () => {
  const app = openApp();
  expect(document.activeElement).toBe(email());
  await app.user.click(sso());
  await screen.findByText(lead);
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByLabelText('Password');
  expect(document.activeElement).toBe(email());
});

test('the browser goes back to the password form and forward to the SSO form', async () => {
  const app = openApp();
  await openForm(app);
  await goInHistory(-1);
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
  await goInHistory(1);
  await screen.findByText(lead);
  expect(email().value).toBe('sam@northline.test');
});

test('a malformed address shows an error at the field, and no call is made', async () => {
  const app = openApp();
  await app.user.click(sso());
  await screen.findByText(lead);
  await app.user.click(proceed());
  expect(screen.getByText('This field is required.')).toBeTruthy();
  await app.user.type(email(), 'sam@{Enter}');
  expect(screen.getByText('Invalid e-mail')).toBeTruthy();
  expect(document.activeElement).toBe(email());
  expect(app.calls).toEqual([]);
});

test('it opens the start address of the company, bound to this attempt, and stores the logout address', async () => {
  const app = openApp(
    { startSso: () => ({ answer: { url, logoutUrl, scope: 'calls' } }) },
    {
      path: '/login?flow=trial&scope=none',
    },
  );
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openForm(app, ' sam@northline.test ');
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  expect(app.calls.map(({ name, body, key }) => [name, body, key])).toEqual([
    ['startSso', { email: 'sam@northline.test' }, null],
  ]);
  const address = new URL(String(assign.mock.calls[0]?.[0]));
  expect(address.origin + address.pathname).toBe(url);
  const {
    redirect_uri: redirectUrl = '',
    code_challenge: challenge,
    ...rest
  } = Object.fromEntries(address.searchParams);
  expect(rest).toEqual({});
  const kept = JSON.parse(sessionStorage.getItem('sso_attempt') ?? '') as Record<string, string>;
  expect(redirectUrl).toBe(`http://localhost:4000/login/sso?state=${kept['state']}`);
  expect(kept['redirectUrl']).toBe(redirectUrl);
  for (const name of ['state', 'codeVerifier']) expect(kept[name]).toMatch(/^[\w-]{43}$/);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept['codeVerifier']));
  expect(challenge).toBe(Buffer.from(digest).toString('base64url'));
  expect(cookies.cookie).toContain(`saml_logout_url=${encodeURIComponent(logoutUrl)}`);
  // The service's values have priority over those of the page's address.
  expect(cookies.cookie).toContain('flow=trial');
  expect(cookies.cookie).toContain('scope=calls');
  expect(proceed().getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();

  // After the back/forward cache restored the page, a message is shown until the next attempt.
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  await hasFocus(laterEn.sso.cameBack);
  expect(screen.getAllByText(laterEn.sso.cameBack)).toHaveLength(1);
  expect(proceed().getAttribute('aria-busy')).toBeNull();
  expect(email().value).toBe('sam@northline.test');
  await app.user.click(proceed());
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();
});

/** Leaves for the company's page and returns to a reloaded page. */
async function leaveAndComeBack(before?: () => void) {
  const app = openApp({ startSso: () => ({ answer: { url, logoutUrl } }) });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openForm(app);
  await app.user.click(proceed());
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  app.unmount();
  before?.();
  const again = openApp({ startSso: () => ({ refusal: 'ssoNotConfigured' }) });
  await screen.findByText(lead);
  return again;
}

test('after a return from a company’s page that did not open, a reloaded page shows a message and the email', async () => {
  const app = await leaveAndComeBack();
  await hasFocus(laterEn.sso.cameBack);
  expect(document.activeElement?.getAttribute('role')).toBe('status');
  expect(email().value).toBe('sam@northline.test');
  await app.user.click(proceed());
  await hasFocus(laterEn.errors.ssoNotConfigured);
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();
});

test('the message is shown once: the next load of the same page shows none', async () => {
  const app = await leaveAndComeBack();
  await hasFocus(laterEn.sso.cameBack);
  app.unmount();
  openApp();
  await screen.findByText(lead);
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();
  expect(document.activeElement).toBe(email());
});

test('a person who goes back in the history after a finished attempt sees no message', async () => {
  await leaveAndComeBack(() => sessionStorage.clear());
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();
});

test('a new visit after an abandoned sign-in shows no message', async () => {
  const app = await leaveAndComeBack();
  app.unmount();
  history.replaceState(null, '', '/login');
  await openForm(openApp());
  expect(screen.queryByText(laterEn.sso.cameBack)).toBeNull();
  expect(document.activeElement).toBe(email());
});

const foreignAddresses = [
  'https://evil.test/auth/v1/saml/company/login',
  '//evil.test/login',
  '/auth/v1/saml/company/login',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:http://localhost:4000/x',
  'http://localhost:4000@evil.test/',
  'http://user:password@localhost:4000/login',
  'http://localhost:4001/login',
  'https://localhost:4000/login',
  'http://localhost.evil.test:4000/',
  '',
];

test.each(foreignAddresses)(
  'a start address that is not the service’s own is not followed: %s',
  async (hostile) => {
    const app = openApp({ startSso: () => ({ answer: { url: hostile, logoutUrl } }) });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openForm(app);
    await app.user.click(proceed());
    await hasFocus('An error occurred and we are looking into it. Please try again later.');
    expect(assign).not.toHaveBeenCalled();
    expect([sessionStorage.getItem('sso_attempt'), cookies.cookie]).toEqual([null, '']);
  },
);

const failures: [string, Reply<'startSso'>, string][] = [
  ['an address of no company', { refusal: 'ssoNotConfigured' }, laterEn.errors.ssoNotConfigured],
  ['no connection', 'offline', 'Connection lost. Please check your internet connection.'],
  ['too many', { refusal: 'rateLimited' }, 'Too many requests, please try again shortly'],
  [
    'a fault',
    { refusal: 'unknown' },
    'An error occurred and we are looking into it. Please try again later.',
  ],
  ['an answer that is none', { raw: new Response('<html>') }, credentials],
];

test.each(failures)('%s is shown above the form, which stays', async (_, reply, words) => {
  const app = openApp({ startSso: () => reply });
  await openForm(app);
  await app.user.click(proceed());
  await hasFocus(words);
  expect([email().value, proceed().getAttribute('aria-busy')]).toEqual(['sam@northline.test', null]);
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
});

test('a 422 about the address is shown at the field', async () => {
  const app = openApp({ startSso: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }) });
  await openForm(app);
  await app.user.click(proceed());
  await screen.findByText('Invalid value provided');
  await waitFor(() => expect(document.activeElement).toBe(email()));
});

test('a browser that stores no cookies stays on the form', async () => {
  const app = openApp({ startSso: () => ({ answer: { url, logoutUrl } }) });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openForm(app);
  cookies.blocked = true;
  await app.user.click(proceed());
  await hasFocus("Your browser didn't save your login. Please allow cookies for this site and try again.");
  expect(assign).not.toHaveBeenCalled();
});

test('a password for an SSO account opens the SSO form with the email and a message', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'strategy', message: 'This account signs in with SAML.' }),
  });
  await app.user.type(email(), 'sam@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText(lead);
  await hasFocus('Your company admin has configured your account to use SSO');
  expect(email().value).toBe('sam@northline.test');
  await goInHistory(-1);
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
  expect(sso().dataset['variant']).toBe('primary');
});

test('a failure of the password form is not shown on the SSO form', async () => {
  const app = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await app.user.type(email(), 'sam@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText(credentials);
  await app.user.click(sso());
  await screen.findByText(lead);
  expect(screen.queryByText(credentials)).toBeNull();
});

test('the count', () => {
  expect(foreignAddresses).toHaveLength(12);
});

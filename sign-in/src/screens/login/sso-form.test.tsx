import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ssoErrorValues } from '@app/contract/vocabulary.ts';
import { expect, test, vi } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { cookies } from '#test/cookies.ts';
import { openApp, tokensFor, type Reply } from '#test/open-app.tsx';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const sso = () => screen.getByRole('button', { name: 'Single sign-on (SSO)' });
const proceed = () => screen.getByRole('button', { name: 'Continue' });
const lead = 'To start, enter your work email';
const credentials = 'The credentials provided are incorrect.';
/** The words are said, and have the focus. */
const hasFocus = (words: string) =>
  waitFor(() => {
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement?.textContent).toContain(words);
  });

const url = 'http://localhost:4000/auth/v1/saml/company/login';
const logoutUrl = 'http://localhost:4000/auth/v1/saml/company/logout';
const tokens = () => ({ ...tokensFor('sam@northline.test'), auth_strategy: 'saml' as const });

async function openForm(app: ReturnType<typeof openApp>, address = 'sam@northline.test') {
  await app.user.type(email(), address);
  await app.user.click(sso());
  await screen.findByText(lead);
}
async function goBack() {
  await act(async () => {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
  });
}
const attempt = (state = 'the-state'): void =>
  sessionStorage.setItem(
    'sso_attempt',
    JSON.stringify({
      state,
      codeVerifier: 'v'.repeat(43),
      redirectUrl: `http://localhost:4000/login/sso?state=${state}`,
    }),
  );

test('the form takes the place of the password form, with the email, and gives it back', async () => {
  const app = openApp();
  await openForm(app);
  expect(location.pathname).toBe('/login');
  expect(document.title).toBe('Single sign-on – Northline');
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

test('the way back of the browser leads there as well, and forward to the form again', async () => {
  const app = openApp();
  await openForm(app);
  await goBack();
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
});

test('an address that is none is said at the field, and nothing is asked', async () => {
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

test('it leads to the start address of the company, bound to this attempt, and keeps the way out', async () => {
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
  // What the service names goes before what the page was opened with.
  expect(cookies.cookie).toContain('flow=trial');
  expect(cookies.cookie).toContain('scope=calls');
  expect(proceed().getAttribute('aria-busy')).toBe('true');
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(proceed().getAttribute('aria-busy')).toBeNull());
  expect(email().value).toBe('sam@northline.test');
});

const elsewhere = [
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

test.each(elsewhere)('a start address that is not the service’s own is not followed: %s', async (hostile) => {
  const app = openApp({ startSso: () => ({ answer: { url: hostile, logoutUrl } }) });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openForm(app);
  await app.user.click(proceed());
  await hasFocus('An error occurred and we are looking into it. Please try again later.');
  expect(assign).not.toHaveBeenCalled();
  expect([sessionStorage.getItem('sso_attempt'), cookies.cookie]).toEqual([null, '']);
});

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

test.each(failures)('%s is said above the form, which stays', async (_, reply, words) => {
  const app = openApp({ startSso: () => reply });
  await openForm(app);
  await app.user.click(proceed());
  await hasFocus(words);
  expect([email().value, proceed().getAttribute('aria-busy')]).toEqual(['sam@northline.test', null]);
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
});

test('what the service finds wrong with the address is said at the field', async () => {
  const app = openApp({ startSso: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }) });
  await openForm(app);
  await app.user.click(proceed());
  await screen.findByText('Invalid value provided');
  await waitFor(() => expect(document.activeElement).toBe(email()));
});

test('a browser that keeps no cookies goes nowhere', async () => {
  const app = openApp({ startSso: () => ({ answer: { url, logoutUrl } }) });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openForm(app);
  cookies.blocked = true;
  await app.user.click(proceed());
  await hasFocus('Your browser did not keep the login. Please allow cookies for this site and try again.');
  expect(assign).not.toHaveBeenCalled();
});

test('a password on an SSO account opens the form, with the email and the words', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'strategy', message: 'This account signs in with SAML.' }),
  });
  await app.user.type(email(), 'sam@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText(lead);
  await hasFocus('Your company admin has configured your account to use SSO');
  expect(email().value).toBe('sam@northline.test');
  await goBack();
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
  expect(sso().dataset['variant']).toBe('primary');
});

test('what a password met is not said on the SSO form', async () => {
  const app = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await app.user.type(email(), 'sam@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText(credentials);
  await app.user.click(sso());
  await screen.findByText(lead);
  expect(screen.queryByText(credentials)).toBeNull();
});

test('a return of this attempt signs in, with what it was begun with', async () => {
  attempt();
  const app = openApp(
    { signInWithSsoCode: () => ({ answer: tokens() }), revokeTokens: () => ({ answer: undefined }) },
    { path: '/login/sso?state=the-state&code=the-code&lng=en' },
  );
  expect(location.pathname + location.search).toBe('/login?lng=en');
  expect(screen.getByRole('heading', { name: 'Loading' })).toBeTruthy();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls.map(({ name, body }) => [name, body])).toEqual([
    [
      'signInWithSsoCode',
      {
        code: 'the-code',
        redirectUrl: 'http://localhost:4000/login/sso?state=the-state',
        codeVerifier: 'v'.repeat(43),
      },
    ],
  ]);
  expect(cookies.cookie).toContain('auth_strategy=saml');
  expect(sessionStorage.getItem('sso_attempt')).toBeNull();
});

const refused: [string, string, (() => void)?][] = [
  ['another state', 'code=c&state=other'],
  ['no state', 'code=c'],
  ['an empty state', 'code=c&state='],
  ['a longer state', 'code=c&state=the-state1'],
  ['a shorter state', 'code=c&state=the-stat'],
  ['a state with a blank', 'code=c&state=the-state%20'],
  ['a state in capitals', 'code=c&state=THE-STATE'],
  ['two states, the first of them wrong', 'code=c&state=x&state=the-state'],
  ['an empty code', 'code=&state=the-state'],
  ['no attempt in this tab', 'code=c&state=the-state', () => sessionStorage.clear()],
  [
    'an attempt of Google',
    'code=c&state=the-state',
    () => {
      sessionStorage.clear();
      sessionStorage.setItem('google_attempt', JSON.stringify({ state: 'the-state', nonce: 'n' }));
    },
  ],
  ['an attempt of nothing', 'code=c&state=', () => attempt('')],
  ['a broken attempt', 'code=c&state=the-state', () => sessionStorage.setItem('sso_attempt', '{')],
  ['an attempt of null', 'code=c&state=null', () => sessionStorage.setItem('sso_attempt', 'null')],
  ['an attempt of a number', 'code=c&state=1', () => sessionStorage.setItem('sso_attempt', '1')],
  ['an attempt of a text', 'code=c&state=a', () => sessionStorage.setItem('sso_attempt', '"a"')],
  [
    'an attempt without a verifier',
    'code=c&state=s',
    () => sessionStorage.setItem('sso_attempt', '{"state":"s"}'),
  ],
  [
    'an attempt with a verifier that is none',
    'code=c&state=s',
    () => sessionStorage.setItem('sso_attempt', '{"state":"s","codeVerifier":1,"redirectUrl":"x"}'),
  ],
  [
    'a state that is the name of a method',
    'code=c&state=constructor',
    () => sessionStorage.setItem('sso_attempt', '{}'),
  ],
  ['a state of the attempt before', 'code=c&state=older', () => attempt('newer')],
];

test.each(refused)('%s: a credentials error of SSO, and no call', async (_, query, change) => {
  attempt();
  change?.();
  const app = openApp({}, { path: `/login/sso?${query}` });
  expect(location.pathname + location.search).toBe('/login');
  await screen.findByText(lead);
  await hasFocus(credentials);
  expect(screen.getByText(laterEn.sso.expired)).toBeTruthy();
  expect(app.calls).toEqual([]);
  expect(sessionStorage.getItem('sso_attempt')).toBeNull();
});

test('the count', () => {
  expect(refused).toHaveLength(20);
  console.log(
    `sso: ${refused.length} returns of another attempt, 0 calls; ${elsewhere.length} start addresses elsewhere, 0 followed`,
  );
});

test('a code that the service does not take is a credentials error with words that say what to do', async () => {
  attempt();
  openApp(
    { signInWithSsoCode: () => ({ refusal: 'invalidCode' }) },
    { path: '/login/sso?state=the-state&code=old' },
  );
  await hasFocus(credentials);
  expect(screen.getByText(laterEn.sso.expired)).toBeTruthy();
});

test('an account with another way of signing in goes on there', async () => {
  attempt();
  openApp(
    { signInWithSsoCode: () => ({ refusal: 'strategy', message: 'This account signs in with Google.' }) },
    { path: '/login/sso?state=the-state&code=c' },
  );
  await hasFocus('Your company admin has configured your account to use Google Sign-in');
  expect(screen.getByRole('button', { name: 'Sign in with Google' }).dataset['variant']).toBe('primary');
});

test('each error of the way back opens the form, with what to do about it below the specified words', async () => {
  const said = new Set<string>();
  for (const value of ssoErrorValues) {
    const app = openApp({}, { path: `/login/sso?state=the-state&error=${value}` });
    await screen.findByText(lead);
    const alert = (await screen.findByText(credentials)).parentElement;
    said.add(alert?.textContent ?? '');
    await waitFor(() => expect(location.pathname + location.search).toBe('/login'));
    expect(app.calls).toEqual([]);
    app.unmount();
    history.replaceState(null, '', '/login');
  }
  expect(said.size).toBe(ssoErrorValues.length);
  console.log(
    `sso: ${ssoErrorValues.length} error values, each with words of its own below the specified ones`,
  );
});

test('signing out goes on to the way out that was kept', async () => {
  attempt();
  const stored = encodeURIComponent(logoutUrl);
  cookies.cookie = `saml_logout_url=${stored}; Path=/`;
  const app = openApp(
    { signInWithSsoCode: () => ({ answer: tokens() }), revokeTokens: () => ({ answer: undefined }) },
    { path: '/login/sso?state=the-state&code=c' },
  );
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  await app.user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(assign.mock.calls).toEqual([[logoutUrl]]));
  expect(cookies.cookie).not.toContain('saml_logout_url');
});

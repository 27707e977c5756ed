import { ssoErrorValues } from '@app/contract/fields/vocabulary.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { cookies } from '#test/cookies.ts';
import { openApp, settings, tokensFor } from '#test/open-app.tsx';

const lead = 'To start, enter your work email';
const credentials = 'The credentials provided are incorrect.';
const logoutUrl = 'http://localhost:4000/auth/v1/saml/company/logout';
const tokens = () => ({ ...tokensFor('sam@northline.test'), auth_strategy: 'saml' as const });
/** Expects an alert with these words and the focus. */
const hasFocus = (words: string) =>
  waitFor(() => {
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement?.textContent).toContain(words);
  });

const attempt = (state = 'the-state'): void =>
  sessionStorage.setItem(
    'sso_attempt',
    JSON.stringify({
      state,
      codeVerifier: 'v'.repeat(43),
      redirectUrl: `http://localhost:4000/login/sso?state=${state}`,
      email: 'sam@northline.test',
    }),
  );
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
/** Whether the password form was in the page at any time from now on. */
function watchPasswordForm(): () => boolean {
  let seen = false;
  const look = (): void => {
    seen ||= document.querySelector('[name=password]') !== null;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    return seen;
  };
}

test('a return of this attempt signs in with the values stored at its start', async () => {
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
        clientType: 'web',
      },
    ],
  ]);
  expect(cookies.cookie).toContain('auth_strategy=saml');
  expect(sessionStorage.getItem('sso_attempt')).toBeNull();
  // The next person who signs in here does not see this email.
  expect(JSON.stringify(history.state)).not.toContain('@');
});

test('the call brings the device of this browser', async () => {
  attempt();
  const app = openApp(
    { signInWithSsoCode: () => ({ answer: tokens() }) },
    {
      path: '/login/sso?state=the-state&code=the-code',
      config: { ...settings, riskDataScriptUrl: 'http://localhost:4000/risk-data.js' },
      loadRiskData: async () => ({ collect: () => ({ deviceToken: 'd1.device' }) }),
    },
  );
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(app.calls[0]?.body).toMatchObject({ code: 'the-code', contextData: { deviceToken: 'd1.device' } });
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
  const password = watchPasswordForm();
  const app = openApp({}, { path: `/login/sso?${query}` });
  expect(location.pathname + location.search).toBe('/login');
  await screen.findByText(lead);
  await hasFocus(credentials);
  expect(screen.getByText(laterEn.sso.expired)).toBeTruthy();
  expect(password()).toBe(false);
  expect(app.calls).toEqual([]);
  expect(sessionStorage.getItem('sso_attempt')).toBeNull();
});

test('the count', () => {
  expect(refused).toHaveLength(20);
});

test('a code that the service refuses is a credentials error with advice', async () => {
  attempt();
  const password = watchPasswordForm();
  const app = openApp(
    { signInWithSsoCode: () => ({ refusal: 'invalidCode' }) },
    { path: '/login/sso?state=the-state&code=old' },
  );
  await hasFocus(credentials);
  expect(screen.getByText(laterEn.sso.expired)).toBeTruthy();
  // No other form is shown before; the email is filled in, and the way back opens the password form.
  expect(password()).toBe(false);
  expect(email().value).toBe('sam@northline.test');
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByLabelText('Password');
  expect(email().value).toBe('sam@northline.test');
});

test('an account with another sign-in method gets the form of that method', async () => {
  attempt();
  openApp(
    { signInWithSsoCode: () => ({ refusal: 'strategy', message: 'This account signs in with Google.' }) },
    { path: '/login/sso?state=the-state&code=c' },
  );
  await hasFocus('Your company admin has configured your account to use Google Sign-in');
  expect(screen.getByRole('button', { name: 'Sign in with Google' }).dataset['variant']).toBe('primary');
  expect(email().value).toBe('sam@northline.test');
});

test('each error of a return opens the form with advice below the specified words', async () => {
  const said = new Set<string>();
  for (const value of ssoErrorValues) {
    attempt();
    const app = openApp({}, { path: `/login/sso?state=the-state&error=${value}` });
    await screen.findByText(lead);
    const alert = (await screen.findByText(credentials)).parentElement;
    said.add(alert?.textContent ?? '');
    await waitFor(() => expect(location.pathname + location.search).toBe('/login'));
    expect(app.calls).toEqual([]);
    expect(email().value).toBe('sam@northline.test');
    app.unmount();
    history.replaceState(null, '', '/login');
  }
  expect(said.size).toBe(ssoErrorValues.length);
});

test('signing out redirects to the stored logout address', async () => {
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

test('the start after a sign-in that was too old asks for a fresh one, until a sign-in succeeds', async () => {
  attempt();
  const startUrl = 'http://localhost:4000/auth/v1/saml/company/login';
  const replies = {
    startSso: () => ({ answer: { url: startUrl, logoutUrl } }),
    signInWithSsoCode: () => ({ answer: tokens() }),
    revokeTokens: () => ({ answer: undefined }),
  };
  const app = openApp(replies, { path: '/login/sso?state=the-state&error=sso-old-sign-in' });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await screen.findByText(credentials);
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
  const forced = () => new URL(String(assign.mock.lastCall?.[0])).searchParams.get('force_authn');
  expect(forced()).toBe('true');
  app.unmount();

  attempt();
  const back = openApp(replies, { path: '/login/sso?state=the-state&code=c' });
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  back.unmount();
  expect(sessionStorage.getItem('sso_fresh')).toBeNull();
});

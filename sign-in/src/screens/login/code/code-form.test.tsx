import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  challengeNow,
  codeStepAnswer,
  openApp,
  storedValues,
  timesNow,
  tokensFor,
  type Reply,
} from '#test/open-app.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Security code' });
const resend = () => screen.getByRole('button', { name: 'Send new code' });
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const wrong = "Wrong or expired code. Please check the code and try again, or click 'send new code'.";

type Replies = Parameters<typeof openApp>[0];

/** Signs in up to the code step with fake timers. */
async function openCodeStep(replies: Replies = {}) {
  const app = openApp({ signInWithPassword: () => ({ answer: codeStepAnswer() }), ...replies });
  fireEvent.input(screen.getByRole('textbox', { name: 'Email' }), {
    target: { value: 'Ada@Northline.test' },
  });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'Kestrel-Harbour-27!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  // Chunks and digests take real time; the fake clock does not advance meanwhile.
  while (!screen.queryByRole('heading', { name: 'Enter security code' })) {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
  return app;
}
/** Waits for all pending answers; the test's clock advances by `ms`. */
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
async function type(code: string) {
  fireEvent.input(field(), { target: { value: code } });
  await settle();
}

beforeEach(async () => {
  // Preloaded, as the page does once the person begins to type.
  await import('./code-form.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => vi.useRealTimers());

test('the code form names the address as typed, and its field has the focus', async () => {
  await openCodeStep();
  expect(screen.getByText('Ada@Northline.test').closest('p')?.textContent).toBe(
    'We sent a code to Ada@Northline.test. It is valid for 10 minutes.',
  );
  expect(document.activeElement).toBe(field());
  expect([field().name, field().autocomplete]).toEqual(['code', 'one-time-code']);
  expect(document.title).toBe('Enter security code – Northline');
});

test('a complete code is sent automatically once and signs in', async () => {
  const app = await openCodeStep({ verifyCode: () => ({ answer: tokensFor('ada@northline.test') }) });
  await type('123 456');
  await settle(10);
  expect(app.calls.filter(({ name }) => name === 'verifyCode')).toHaveLength(1);
  expect(app.calls.at(-1)?.body).toEqual({
    email: 'Ada@Northline.test',
    code: '123456',
    session: 'challenge',
  });
  vi.useRealTimers();
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(localStorage.getItem('mfa_challenge')).toBeNull();
});

test('a wrong code shows an error, its digits stay in the focused field, and the step does not end', async () => {
  await openCodeStep({ verifyCode: () => ({ refusal: 'invalidCode', challenge: timesNow(4) }) });
  await type('000000');
  expect(said()).toEqual([`${wrong}4 tries left.`]);
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('000000');
  expect(JSON.parse(localStorage.getItem('mfa_challenge') ?? '{}')).toMatchObject({
    times: { triesLeft: 4 },
  });
});

test('the alert about a wrong code shows the tries left; that about an expired code or a lost answer does not', async () => {
  const replies: Reply<'verifyCode'>[] = [
    { refusal: 'invalidCode', challenge: timesNow(4) },
    { refusal: 'invalidCode', challenge: timesNow(1) },
    { refusal: 'codeExpired', challenge: timesNow(1) },
    'offline',
  ];
  await openCodeStep({ verifyCode: () => replies.shift() ?? 'offline' });
  const heard: string[][] = [];
  for (const code of ['000000', '111111', '222222', '333333']) {
    await type(code);
    heard.push(said());
  }
  const lost = 'Connection lost. Please check your internet connection.';
  expect(heard).toEqual([[`${wrong}4 tries left.`], [`${wrong}1 try left.`], [wrong], [lost]]);
});

test('too many wrong codes open the password form with the email and an error', async () => {
  await openCodeStep({ verifyCode: () => ({ refusal: 'challengeDead' }) });
  await type('000000');
  await settle(50);
  expect(said()).toEqual(['Too many failed attempts, please log in again with credentials.']);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('Ada@Northline.test');
  expect(localStorage.getItem('mfa_challenge')).toBeNull();
});

test('an expired challenge shows that the session has expired', async () => {
  await openCodeStep({ verifyCode: () => ({ refusal: 'sessionExpired' }) });
  await type('000000');
  await settle(50);
  expect(said()).toEqual(['Your session has expired. Please log in again.']);
});

test('an empty or incomplete code shows an error at the field without a call, until the code is edited', async () => {
  const app = await openCodeStep({ verifyCode: () => ({ refusal: 'invalidCode' }) });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(said()).toEqual(['This field is required.']);
  await type('1');
  expect(said()).toEqual([]);
  await type('12345');
  fireEvent.blur(field());
  expect(said()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(said()).toEqual(['Enter all 6 digits']);
  expect(document.activeElement).toBe(field());
  await type('123451');
  expect(said()).not.toContain('Enter all 6 digits');
  expect(app.calls.map(({ name }) => name)).toEqual(['signInWithPassword', 'verifyCode']);
});

test('the countdown runs from 60 seconds to zero and is announced at its start and end', async () => {
  await openCodeStep();
  expect(resend().getAttribute('aria-disabled')).toBe('true');
  expect(resend().textContent).toBe('Send new code1:00');
  expect(screen.getByText('You can ask for a new code in 60 seconds.')).toBeTruthy();
  await settle(18_000);
  expect(resend().textContent).toBe('Send new code0:42');
  expect(screen.getByText('You can ask for a new code in 60 seconds.')).toBeTruthy();
  await settle(42_000);
  expect(resend().textContent).toBe('Send new code');
  expect(resend().getAttribute('aria-disabled')).toBeNull();
  expect(screen.getByText('You can ask for a new code now.')).toBeTruthy();
});

test('three new codes show a message each, and the fourth shows an error', async () => {
  const replies: (() => Reply<'resendCode'>)[] = [
    ...Array.from({ length: 3 }, () => () => {
      const { serverNow, codeExpiresAt, resendAt } = timesNow();
      return { answer: { serverNow, codeExpiresAt, resendAt } };
    }),
    () => ({ refusal: 'validationLimitExceeded' as const }),
  ];
  const app = await openCodeStep({ resendCode: () => replies.shift()?.() ?? 'offline' });
  for (const words of [
    'We sent you a new code.',
    'We sent you another code. Please check your spam folder too.',
    'Last try! We sent you one more code.',
    'You have asked for too many codes. Please log in again in a few minutes.',
  ]) {
    fireEvent.click(resend());
    await settle();
    expect(screen.queryByText(words)).toBeNull();
    await settle(60_500);
    fireEvent.click(resend());
    fireEvent.click(resend());
    await settle();
    expect(screen.getByText(words)).toBeTruthy();
  }
  const resent = app.calls.filter(({ name }) => name === 'resendCode');
  expect(resent).toHaveLength(4);
  expect(resent[0]?.body).toEqual({ email: 'Ada@Northline.test' });
});

test('the message about a new code replaces the error about a wrong code, and the other way round', async () => {
  const { serverNow, codeExpiresAt, resendAt } = timesNow();
  await openCodeStep({
    verifyCode: () => ({ refusal: 'invalidCode', challenge: timesNow(4) }),
    resendCode: () => ({ answer: { serverNow, codeExpiresAt, resendAt } }),
  });
  await type('000000');
  expect(said()).toEqual([`${wrong}4 tries left.`]);
  await settle(60_500);
  fireEvent.click(resend());
  await settle();
  expect(said()).toEqual([]);
  expect(screen.getByText('We sent you a new code.')).toBeTruthy();
  await type('111111');
  expect(said()).toEqual([`${wrong}4 tries left.`]);
  expect(screen.queryByText('We sent you a new code.')).toBeNull();
});

test('with a wrong clock in the browser the countdown is the same', async () => {
  const ahead = 3 * 3600_000;
  await openCodeStep({
    signInWithPassword: () => {
      const { session, triesLeft, ...times } = challengeNow();
      const shifted = Object.fromEntries(Object.entries(times).map(([key, at]) => [key, at + ahead]));
      return { answer: challengeToWire({ session, triesLeft, ...(shifted as typeof times) }) };
    },
  });
  expect(resend().textContent).toBe('Send new code1:00');
  await settle(30_000);
  expect(resend().textContent).toBe('Send new code0:30');
});

test('a reload and a second tab show the same step with the same countdown', async () => {
  const first = await openCodeStep();
  await settle(20_000);
  first.unmount();
  const second = openApp();
  await settle();
  expect(resend().textContent).toBe('Send new code0:40');
  second.unmount();
  // A second tab has its own history.
  history.replaceState(null, '', '/login');
  openApp();
  await settle();
  expect(resend().textContent).toBe('Send new code0:40');
});

test('back shows the password form with the email and without the code form’s error, forward the code form', async () => {
  await openCodeStep({ verifyCode: () => ({ refusal: 'invalidCode', challenge: timesNow(4) }) });
  await type('000000');
  expect(said()).toEqual([`${wrong}4 tries left.`]);
  const go = async (step: 'password' | 'code') => {
    act(() => history.replaceState({ step }, '', '/login'));
    await settle();
  };
  await go('password');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('Ada@Northline.test');
  expect(said()).toEqual([]);
  await go('code');
  expect(field()).toBeTruthy();
  expect(said()).toEqual([]);
});

test('a sign-in finished in another tab opens the success screen in this tab', async () => {
  await openCodeStep();
  storedValues().saveTokens(
    {
      accessToken: 'a',
      idToken: tokensFor('ada@northline.test').id_token,
      refreshToken: 'r',
      expiresIn: 900,
      refreshTokenExpirationDate: Math.floor(Date.now() / 1000) + 1000,
      authStrategy: 'password',
    },
    'authentication-ui',
  );
  vi.useRealTimers();
  const other = new BroadcastChannel('session-news');
  other.postMessage({ from: 'another tab', news: 'signedIn' });
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  other.close();
  await waitFor(() => expect(location.pathname).toBe('/login/success'));
});

import type { LinkState } from '@app/contract/pages/links.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { codeStepAnswer, openApp, tokensFor, type Call } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('new-password', 'invitation', 'confirm-sign-up');

const email = 'ada@northline.test';
const password = 'Kestrel-Harbour-27!';
const token = 'token-of-the-mail';
const mailed = encodeURIComponent(email);
/** A link that the first attempt has consumed before the reload. */
const used = { checkLink: () => ({ answer: { state: 'used' as LinkState } }) };
const valid = { checkLink: () => ({ answer: { state: 'valid' as LinkState } }) };
const signIn = { signInWithPassword: () => ({ answer: { basic: tokensFor(email) } }) };
const lostAnswer = () => screen.findByText(/Connection lost/);
const keysOf = (calls: readonly Call[], name: Call['name']): (string | null)[] =>
  calls.filter((call) => call.name === name).map(({ key }) => key);

async function choosePassword(button: string, chosen = password): Promise<void> {
  for (const label of ['New password', 'Confirm password'])
    fireEvent.input(await screen.findByLabelText(label), { target: { value: chosen } });
  fireEvent.click(screen.getByRole('button', { name: button }));
}
async function typeCode(): Promise<void> {
  fireEvent.input(await screen.findByRole('textbox'), { target: { value: '123456' } });
}
const signedIn = () => screen.findByRole('heading', { name: 'Authentication successful!' });

/** Ends the page as a reload does: only the storage of this tab remains. */
const reload = (): void => cleanup();

test('a code, a reset and an invitation reuse the key of an attempt without an answer, also after a reload', async () => {
  const before = openApp({
    signInWithPassword: () => ({ answer: codeStepAnswer() }),
    verifyCode: () => 'offline',
  });
  await before.user.type(screen.getByRole('textbox', { name: 'Email' }), email);
  await before.user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  await screen.findByRole('heading', { name: 'Enter security code' });
  await typeCode();
  await lostAnswer();
  reload();
  const after = openApp({ verifyCode: () => ({ answer: tokensFor(email) }) });
  await typeCode();
  await signedIn();
  const codeKeys = [...keysOf(before.calls, 'verifyCode'), ...keysOf(after.calls, 'verifyCode')];
  expect(new Set(codeKeys).size).toBe(1);
  reload();

  for (const [name, path, button] of [
    ['resetPassword', `/password/reset?email=${mailed}&code=${token}`, 'Reset'],
    [
      'acceptInvitation',
      `/users/confirmation?email=${mailed}&confirmation_token=${token}`,
      'Create password',
    ],
  ] as const) {
    document.cookie = '';
    sessionStorage.clear();
    const first = openApp({ ...valid, [name]: () => 'offline' as const }, { path });
    await choosePassword(button);
    await lostAnswer();
    reload();
    // The token is removed from the address, and the attempt has consumed the link.
    const second = openApp(
      { ...used, ...signIn, [name]: () => ({ answer: undefined }) },
      { path: location.pathname },
    );
    await choosePassword(button);
    await signedIn();
    const keys = [...keysOf(first.calls, name), ...keysOf(second.calls, name)];
    expect(new Set(keys).size, name).toBe(1);
    expect(sessionStorage.getItem('lost_attempts')).toBeNull();
    reload();
  }
});

test('another password after the reload gets another key', async () => {
  const path = `/password/reset?email=${mailed}&code=${token}`;
  const first = openApp({ ...valid, resetPassword: () => 'offline' }, { path });
  await choosePassword('Reset');
  await lostAnswer();
  reload();
  const replies = [{ refusal: 'keyReused' }, { answer: undefined }] as const;
  let answered = 0;
  const second = openApp(
    { ...valid, ...signIn, resetPassword: () => replies[answered++] ?? 'offline' },
    { path: '/password/reset' },
  );
  await choosePassword('Reset', 'Granite-Meadow-58!');
  await signedIn();
  const [firstKey] = keysOf(first.calls, 'resetPassword');
  const keys = keysOf(second.calls, 'resetPassword');
  expect(keys[0]).toBe(firstKey);
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(firstKey);
});

test('a link used elsewhere is shown as used, and so is one whose attempt got an answer', async () => {
  openApp(used, { path: `/password/reset?email=${mailed}&code=${token}` });
  await screen.findByRole('heading', { name: 'This link has already been used' });
});

test('no password is stored', async () => {
  const path = `/password/reset?email=${mailed}&code=${token}`;
  openApp({ ...valid, resetPassword: () => 'offline' }, { path });
  await choosePassword('Reset');
  await lostAnswer();
  await waitFor(() => expect(sessionStorage.getItem('lost_attempts')).toContain('/password/reset'));
  expect(sessionStorage.getItem('lost_attempts')).toMatch(/^\{"\/auth[^"]*":"[0-9a-f]{32}"\}$/);
});

/** Types an address and a password into the login form, and sends it. */
async function logIn(user: ReturnType<typeof openApp>['user'], address = email): Promise<void> {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), address);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

test('a login, a forgotten password and a sign-up reuse the key after a reload, for the same address only', async () => {
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = '';
  const forms = {
    signInWithPassword: { path: '/login', send: logIn },
    recoverPassword: {
      path: '/password/forgot',
      async send(user: ReturnType<typeof openApp>['user'], address = email) {
        await user.type(await screen.findByRole('textbox', { name: 'Email' }), `${address}{Enter}`);
      },
    },
    signUp: {
      path: '/signup',
      async send(user: ReturnType<typeof openApp>['user'], address = email) {
        await user.type(await screen.findByLabelText('Your name'), 'Ada');
        await user.type(screen.getByLabelText('Company name'), 'Northline');
        await user.type(screen.getByLabelText('Work email'), `${address}{Enter}`);
      },
    },
  } as const;
  for (const [name, { path, send }] of Object.entries(forms)) {
    const keys: (string | null)[] = [];
    for (const address of [undefined, undefined, 'ben@northline.test']) {
      const app = openApp({ [name]: () => 'offline' as const }, { path });
      await send(app.user, address);
      await lostAnswer();
      keys.push(...new Set(keysOf(app.calls, name as Call['name'])));
      expect(sessionStorage.getItem('lost_attempts')).not.toContain(password);
      reload();
    }
    const [first, second, other] = keys;
    expect([keys.length, second], name).toEqual([3, first]);
    expect(other, name).not.toBe(first);
    sessionStorage.clear();
  }
});

test('an answer of any kind ends the key of a login', async () => {
  sessionStorage.clear();
  const { user } = openApp({ signInWithPassword: () => ({ refusal: 'credentials' }) });
  await logIn(user);
  await screen.findByText('The credentials provided are incorrect.');
  expect(sessionStorage.getItem('lost_attempts')).toBeNull();
});

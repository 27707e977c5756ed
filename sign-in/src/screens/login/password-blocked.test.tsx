/** Tests the login screen for an account that accepts no password: it offers a mailed link or a new password. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import en from '#i18n/locales/en.json';
import later from '#i18n/locales/later/en.json';
import { accountFailures } from '#test/account-failures.ts';
import { openApp, settings } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('confirm-device', 'forgot-password');

const email = 'ada@northline.test';
type Replies = Parameters<typeof openApp>[0];

/** Signs in with a password and gets this refusal. */
async function refused(refusal: 'unknownDevice' | 'renewalRequired', replies: Replies = {}) {
  const app = openApp({ signInWithPassword: () => ({ refusal }), ...replies });
  fireEvent.input(screen.getByRole('textbox', { name: en.login.email }), { target: { value: email } });
  fireEvent.input(screen.getByLabelText(en.login.password), { target: { value: 'Kestrel-Harbour-27!' } });
  fireEvent.click(screen.getByRole('button', { name: en.login.submit }));
  return app;
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('for an account under attack the screen offers one button, which mails one link to the typed address', async () => {
  const app = await refused('unknownDevice', { sendDeviceLink: () => ({ answer: undefined }) });
  expect(await heading(later.device.title)).toBe(document.activeElement);
  expect(screen.getByText(later.errors.unknownDevice)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: later.device.send })).toHaveLength(1);
  // No email is sent before the person presses the button.
  expect(app.calls.map(({ name }) => name)).toEqual(['signInWithPassword']);
  press(later.device.send);
  press(later.device.send);
  expect(await heading(later.account.checkEmail)).toBe(document.activeElement);
  const asked = app.calls.filter(({ name }) => name === 'sendDeviceLink');
  expect(asked.map(({ body }) => body)).toEqual([{ email }]);
  expect(asked[0]?.key).toMatch(/^[0-9a-f]{32}$/);

  // The link can be sent again after a wait; the way back opens the form with the typed email.
  expect(screen.getByRole('button', { name: later.forgot.sendAgain }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  fireEvent.click(screen.getByRole('link', { name: later.account.backToLogin }));
  await heading(en.login.title);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: en.login.email }).value).toBe(email);
});

test('if the password must be renewed the screen says it and links to the recovery with the email', async () => {
  await refused('renewalRequired');
  await heading(later.newPassword.title);
  expect(screen.getByText(later.errors.renewalRequired)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: later.forgot.submit }));
  await heading(later.forgot.title);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: en.login.email }).value).toBe(email);
});

test('every failure of the link request shows words and keeps the button', async () => {
  let tried = 0;
  for (const failing of accountFailures) {
    const app = await refused('unknownDevice', { sendDeviceLink: () => ({ raw: failing.answer() }) });
    await heading(later.device.title);
    press(later.device.send);
    await waitFor(() => {
      const said = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
      expect(said.join(''), failing.name).not.toBe('');
      expect(document.querySelector('main [aria-busy]'), failing.name).toBeNull();
    });
    expect(screen.getByRole('button', { name: later.device.send })).toBeTruthy();
    tried += 1;
    app.unmount();
    sessionStorage.clear();
  }
  expect(tried).toBe(accountFailures.length);
});

test('the page of the link confirms only by its button, sends the device data, and returns to login with the email', async () => {
  const link = { page: '/login/device', email, token: 'token', state: 'valid' } as const;
  const app = openApp(
    {
      checkLink: () => ({ answer: { state: 'valid' } }),
      confirmDevice: () => ({ answer: undefined }),
    },
    {
      path: '/login/device',
      page: { link },
      config: { ...settings, riskDataScriptUrl: 'http://localhost:4000/risk-data.js' },
      loadRiskData: async () => ({ collect: () => ({ deviceToken: 'd1.device' }) }),
    },
  );
  await heading(later.device.title);
  expect(app.calls.map(({ name }) => name)).not.toContain('confirmDevice');
  press(later.account.confirm);
  await heading(en.login.title);
  expect(app.calls.find(({ name }) => name === 'confirmDevice')?.body).toEqual({
    email,
    code: 'token',
    contextData: { deviceToken: 'd1.device' },
  });
  expect(location.pathname).toBe('/login');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: en.login.email }).value).toBe(email);
  expect(await screen.findByText(later.device.done)).toBeTruthy();
});

test('in a browser that stores nothing an error is shown', async () => {
  const link = { page: '/login/device', email, token: 'token', state: 'valid' } as const;
  openApp(
    {
      checkLink: () => ({ answer: { state: 'valid' } }),
      confirmDevice: () => ({ refusal: 'invalid', fields: { contextData: ['is_missing'] } }),
    },
    { path: '/login/device', page: { link } },
  );
  await heading(later.device.title);
  press(later.account.confirm);
  expect(await screen.findByText(en.errors.notStored)).toBeTruthy();
});

import { startChallenge } from '@app/session/stored/challenge.ts';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { challengeNow, openApp } from '#test/open-app.tsx';

test('the page of the form shows it without an error, with the email of the address, and leads to the login page', async () => {
  const app = openApp(
    { startSso: () => ({ refusal: 'ssoNotConfigured' }) },
    { path: '/login/sso?email=nadia%40northline-sso.test' },
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await screen.findByRole('heading', { name: 'Single sign-on (SSO)' });
  expect(field.value).toBe('nadia@northline-sso.test');
  expect(screen.queryByText('The credentials provided are incorrect.')).toBeNull();
  expect(location.pathname + location.search).toBe('/login/sso?email=nadia%40northline-sso.test');

  // An error is shown in place: it opens no second form.
  const entries = history.length;
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(laterEn.errors.ssoNotConfigured);
  expect([history.length, location.pathname]).toEqual([entries, '/login/sso']);

  await app.user.clear(field);
  await app.user.type(field, 'ada@northline.test');
  await app.user.click(screen.getByRole('link', { name: 'Log in with email and password' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
  expect(location.pathname + location.search).toBe('/login');
});

test('a code that is still awaited does not replace the page of the form', async () => {
  const { challenge } = openApp().services;
  challenge.store(startChallenge('ada@northline.test', challengeNow(), Date.now()));
  cleanup();
  openApp({}, { path: '/login/sso' });
  await screen.findByRole('heading', { name: 'Single sign-on (SSO)' });
});

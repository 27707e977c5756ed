import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { codeStepAnswer, openApp } from '#test/open-app.tsx';

const email = 'ada@northline.test';
const codeStep = () => screen.findByRole('heading', { name: 'Enter security code' });

test('in the tab of the login and in a new tab, another person can start again, and the code step stays closed', async () => {
  const replies = { signInWithPassword: () => ({ answer: codeStepAnswer() }) };
  const first = openApp(replies);
  await first.user.type(screen.getByRole('textbox', { name: 'Email' }), email);
  await first.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await codeStep();
  cleanup();

  // A reload, and then a tab without history.
  openApp(replies);
  await codeStep();
  expect(screen.getByRole('link', { name: 'Not you? Start again' }).getAttribute('href')).toBe('/login');
  cleanup();
  history.replaceState(null, '');
  const { user } = openApp(replies);
  await codeStep();
  await user.click(screen.getByRole('link', { name: 'Not you? Start again' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('');
  cleanup();

  history.replaceState(null, '');
  openApp(replies);
  await screen.findByRole('heading', { name: 'Welcome back' });
});

test('what to do if no mail came opens in place, and the mailbox of a known provider in a new tab', async () => {
  const replies = { signInWithPassword: () => ({ answer: codeStepAnswer() }) };
  const app = openApp(replies);
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@gmail.com');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await codeStep();
  const opener = screen.getByText("Didn't get our email?");
  const details = opener.closest('details');
  expect(details?.open).toBe(false);
  await app.user.click(opener);
  expect(details?.open).toBe(true);
  expect(details?.textContent).toContain('spam folder');
  await codeStep();
  const gmail = screen.getByRole('link', { name: 'Open Gmail' });
  expect([gmail.getAttribute('href'), gmail.getAttribute('target')]).toEqual([
    'https://mail.google.com/mail/',
    '_blank',
  ]);
});

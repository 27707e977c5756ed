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

  // A reload, and then a tab without a history of its own.
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

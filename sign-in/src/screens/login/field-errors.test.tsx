/** Tests that a 422 of a sign-in form shows only the messages of its fields (spec §5). */
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { codeStepAnswer, openApp } from '#test/open-app.tsx';

const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
test('a 422 shows only the message of its field, on the login form and on the code form', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'invalid', fields: { email: ['is_invalid'] } }),
  });
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText('Invalid value provided');
  expect(said()).toEqual(['Invalid value provided']);
  cleanup();

  const second = openApp({
    signInWithPassword: () => ({ answer: codeStepAnswer() }),
    verifyCode: () => ({ refusal: 'invalid', fields: { code: ['is_invalid'] } }),
  });
  await second.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@northline.test');
  await second.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByRole('heading', { name: 'Enter security code' });
  await second.user.type(screen.getByRole('textbox'), '123456');
  await screen.findByText('Invalid value provided');
  expect(said()).toEqual(['Invalid value provided']);
});

test('a 422 about a field that the form does not have is shown above the form', async () => {
  const app = openApp({
    signInWithPassword: () => ({ refusal: 'invalid', fields: { contextData: ['is_too_long'] } }),
  });
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  await screen.findByText("Some of the information isn't valid.");
  expect(said()).toEqual(["Some of the information isn't valid."]);
});

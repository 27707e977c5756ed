import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  errorSaying,
  loginButton,
  passwordField,
  password,
  resendButton,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';
import { holdScripts } from '@app/testing/browser/block-scripts.ts';

/** Presses without waiting for what follows: the scripts of the page are held back, so its load does not end. */
const press = (button: ReturnType<typeof loginButton>) => button.click({ noWaitAfter: true });

test('after a wrong code, the code form hydrates where it is, and the next code goes by a call', async ({
  page,
  context,
  product,
  watched,
}) => {
  watched.mayAnswer(401, { path: '/login' });
  const comeAlive = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(codeTitle(page)).toBeVisible();
  const code = await product.mailbox.nextCode(ada);
  await codeField(page).fill(wrongCode(code));
  await press(verifyButton(page));
  await expect(errorSaying(page, /^Wrong or expired code/)).toBeVisible();
  comeAlive();
  // The script alone moves the focus: from here on the form is the app's.
  await expect(codeField(page)).toBeFocused();
  await expect(errorSaying(page, /^Wrong or expired code/)).toBeVisible();
  await expect(resendButton(page)).toContainText(/\d:\d\d/);
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.verifyCode)).toBe(1);
});

test('after a new code was asked for, the count goes on from it', async ({
  page,
  context,
  product,
  watched,
}) => {
  const comeAlive = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(codeTitle(page)).toBeVisible();
  await product.mailbox.nextCode(ada);
  await product.advance(61_000);
  // Its look is that of the first second, and without script it stays so; it works all the same.
  await resendButton(page).click({ noWaitAfter: true, force: true });
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  comeAlive();
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  await expect(resendButton(page)).toContainText(/0:[345]\d/);
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.resendCode)).toBe(0);
});

test('a session that was opened without script is taken over, and log out ends it', async ({
  page,
  context,
}) => {
  const comeAlive = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill('ben@northline.test');
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(successTitle(page)).toBeVisible();
  comeAlive();
  // The script alone moves the focus: from here on the button is the app's.
  await expect(successTitle(page)).toBeFocused();
  await expect(page.getByText('You are logged in as ben@northline.test.')).toBeVisible();
  const revoked = page.waitForResponse((response) => response.url().endsWith(endpoints.revokeTokens.path));
  await page.getByRole('button', { name: 'Log out' }).click();
  expect((await revoked).status()).toBe(204);
  await expect(loginButton(page)).toBeVisible();
});

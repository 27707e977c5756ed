import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  errorMessage,
  loginButton,
  passwordField,
  password,
  resendButton,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';
import { holdScripts } from '@app/testing/browser/block-scripts.ts';

/** Clicks without waiting for the navigation: the page's scripts are delayed, so its load does not end. */
const press = (button: ReturnType<typeof loginButton>) => button.click({ noWaitAfter: true });

test('after a wrong code the code form hydrates in place, and the next code is sent by a call', async ({
  page,
  context,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, { path: '/login' });
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(codeTitle(page)).toBeVisible();
  const code = await product.mailbox.nextCode(ada);
  await codeField(page).fill(wrongCode(code));
  await press(verifyButton(page));
  await expect(errorMessage(page, /^Wrong or expired code/)).toBeVisible();
  releaseScripts();
  // Only the script moves the focus: from here on the app is hydrated.
  await expect(codeField(page)).toBeFocused();
  await expect(errorMessage(page, /^Wrong or expired code/)).toBeVisible();
  await expect(resendButton(page)).toContainText(/\d:\d\d/);
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.verifyCode)).toBe(1);
});

test('after a request for a new code the countdown continues', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(codeTitle(page)).toBeVisible();
  await product.mailbox.nextCode(ada);
  await product.advance(61_000);
  // Without script the button keeps its first look; it still works.
  await resendButton(page).click({ noWaitAfter: true, force: true });
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  releaseScripts();
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  await expect(resendButton(page)).toContainText(/0:[345]\d/);
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.resendCode)).toBe(0);
});

test('the app uses a session that was opened without script, and log out ends it', async ({
  page,
  context,
}) => {
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill('ben@northline.test');
  await passwordField(page).fill(password);
  await press(loginButton(page));
  await expect(successTitle(page)).toBeVisible();
  releaseScripts();
  // Only the script moves the focus: from here on the app is hydrated.
  await expect(successTitle(page)).toBeFocused();
  await expect(page.getByText('You are logged in as ben@northline.test.')).toBeVisible();
  const revoked = page.waitForResponse((response) => response.url().endsWith(endpoints.revokeTokens.path));
  await page.getByRole('button', { name: 'Log out' }).click();
  expect((await revoked).status()).toBe(204);
  await expect(loginButton(page)).toBeVisible();
});

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn } from '@app/testing/browser/links.ts';
import { call } from '@app/testing/product/accounts.ts';
import {
  ada,
  emailField,
  logIn,
  loginButton,
  notifications,
  password,
  passwordField,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test('at the limit of codes a mailed link makes the browser known, and its owner signs in without a second mail', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(429, endpoints.signInWithPassword);
  // Another client has used the password and reached the hourly limit of codes.
  for (let n = 0; n < 10; n += 1) await call(product, endpoints.signInWithPassword, { email: ada, password });
  for (let n = 0; n < 10; n += 1) await product.mailbox.nextCode(ada);

  await page.goto('/login');
  await waitForHydration(page);
  await logIn(page, ada);
  await expect(page.getByRole('heading', { name: 'Confirm your device' })).toBeFocused();
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  const { address } = linkIn(await product.mailbox.next(ada), '/login/device');
  monitor.mayOpen(address);
  await page.goto(address);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/login');
  await expect(notifications(page).getByText('Your device is confirmed. Please log in.')).toBeVisible();
  await expect(emailField(page)).toHaveValue(ada);

  await passwordField(page).fill(password);
  await loginButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(await product.mailbox.mails(ada)).toHaveLength(11);
});

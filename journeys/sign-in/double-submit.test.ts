import type { Page } from '@playwright/test';

import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  password,
  passwordField,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

/** Delays the answers to a call until the returned function is called, as a slow service does. */
async function hold(page: Page, { path }: Pick<Endpoint, 'path'>): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('impatient clicks and keys make one call for the password and one for the code, and send one mail', async ({
  page,
  product,
  monitor,
}) => {
  await page.goto('/login');
  await waitForHydration(page);
  const answerPassword = await hold(page, endpoints.signInWithPassword);
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Login/ }).dblclick({ force: true });
  await expect(page.getByRole('button', { name: /Login/ })).toHaveAttribute('aria-busy', 'true');
  answerPassword();
  await expect(codeTitle(page)).toBeVisible();

  const answerCode = await hold(page, endpoints.verifyCode);
  await codeField(page).pressSequentially(await product.mailbox.nextCode(ada));
  await page.keyboard.press('Enter');
  await verifyButton(page).dblclick({ force: true });
  answerCode();
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  expect(monitor.calls(endpoints.verifyCode)).toBe(1);
  expect(await product.mailbox.mails(ada)).toHaveLength(1);
});

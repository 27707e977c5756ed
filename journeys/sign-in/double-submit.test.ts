import type { Page } from '@playwright/test';

import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  loginButton,
  logInToCodeStep,
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

test('a double click on Login makes one call and sends one mail', async ({ page, product, monitor }) => {
  await page.goto('/login');
  const release = await hold(page, endpoints.signInWithPassword);
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await loginButton(page).dblclick();
  await expect(page.getByRole('button', { name: /Login/ })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  release();
  await expect(codeTitle(page)).toBeVisible();
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  expect(await product.mailbox.mails(ada)).toHaveLength(1);
});

test('Enter twice in the password makes one call', async ({ page, product, monitor }) => {
  await page.goto('/login');
  const release = await hold(page, endpoints.signInWithPassword);
  await emailField(page).fill(ada);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  release();
  await expect(codeTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  await product.mailbox.next(ada);
  expect(await product.mailbox.mails(ada)).toHaveLength(1);
});

test('a code that submits itself, Enter and a double click on Verify make one call', async ({
  page,
  product,
  monitor,
}) => {
  const code = await logInToCodeStep(page, product.mailbox);
  const release = await hold(page, endpoints.verifyCode);
  await codeField(page).pressSequentially(code);
  await page.keyboard.press('Enter');
  await verifyButton(page).dblclick({ force: true });
  release();
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.verifyCode)).toBe(1);
});

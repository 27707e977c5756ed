/** My account, only by keyboard. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { tabTo } from '@app/testing/browser/tab-to.ts';
import { createAccount, newPassword, tokensOf } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { codeField, logIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('name, password and language', async ({ page, product }) => {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/me' });
  const profile = section(page, 'Profile');
  await tabTo(page, profile.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Vera Hightide');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your profile has been saved.').first()).toBeVisible();

  const secret = section(page, 'Password');
  await tabTo(page, secret.getByLabel('Current password', { exact: true }));
  await page.keyboard.type(vera.password);
  await tabTo(page, secret.getByLabel('New password', { exact: true }));
  await page.keyboard.type(newPassword);
  await tabTo(page, secret.getByLabel('Confirm password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been changed.').first()).toBeVisible();
  expect((await tokensOf(product, vera)).status).toBe(401);

  await tabTo(page, profile.getByRole('combobox', { name: 'Language' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'English' })).toBeFocused();
  await page.keyboard.type('Fr');
  await expect(page.getByRole('option', { name: 'Français' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, profile.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
});

test('a known device is forgotten', async ({ page, product }) => {
  const vera = await createAccount(product);
  await page.goto('/login');
  await waitForHydration(page);
  await logIn(page, vera.email, vera.password);
  await codeField(page).fill(await product.mailbox.nextCode(vera.email));
  await page.keyboard.press('Enter');
  await expect(successTitle(page)).toBeVisible();
  await page.goto('/dashboard/me');
  const devices = section(page, 'Known devices');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await tabTo(page, devices.getByRole('button', { name: /^Forget device/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The device was forgotten.').first()).toBeVisible();
  await expect(devices).toContainText('No known devices yet');
});

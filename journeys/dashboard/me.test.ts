import type { Page } from '@playwright/test';
import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newPassword, tokensOf } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test(
  'by keyboard one session and all others are ended, and by mouse name, language and password are changed',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    monitor.mayAnswer(401, ownAccountEndpoints.changePassword);
    const vera = await createAccount(product);
    for (let count = 0; count < 3; count += 1) await tokensOf(product, vera);
    await openDashboard(page, product, { who: vera, path: '/me' });
    const sessions = section(page, 'Sessions');
    const rows = sessions.getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText('This session');
    await sessions
      .getByRole('button', { name: /^End session/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(3);
    await expect(page.getByText('The session was ended.').first()).toBeVisible();
    // Its button is gone (WCAG 2.4.3).
    await expect(page.locator(':focus')).toHaveText('Sessions');

    await sessions.getByRole('button', { name: 'End all other sessions' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'End 2 other sessions?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(3);
    await expect(sessions.getByRole('button', { name: 'End all other sessions' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'End sessions' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(page.getByText('All other sessions were ended.').first()).toBeVisible();
    await expect(page.locator(':focus')).toHaveText('Sessions');

    const profile = section(page, 'Profile');
    await profile.getByRole('textbox', { name: 'Name' }).fill('Vera Lowtide');
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your profile has been saved.').first()).toBeVisible();
    await expect(section(page, 'Login history').getByText('Profile changed')).toBeVisible();

    const secret = section(page, 'Password');
    const current = secret.getByLabel('Current password', { exact: true });
    await current.fill(`${vera.password}?`);
    await secret.getByLabel('New password', { exact: true }).fill(newPassword);
    await expect(secret.getByRole('listitem').filter({ hasText: '– met' })).toHaveCount(5);
    await secret.getByLabel('Confirm password', { exact: true }).fill(newPassword);
    await expect(secret.getByText('The passwords match.')).toBeVisible();
    await secret.getByRole('button', { name: 'Change password' }).click();
    await expect(secret.getByText("That isn't your current password.")).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(vera.password);
    await secret.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password has been changed.').first()).toBeVisible();
    await expect(current).toHaveValue('');
    expect((await tokensOf(product, vera)).status).toBe(401);
    await product.mailbox.next(vera.email);

    await profile.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mein Konto' })).toBeVisible();
    await expect(page.getByText('Ihr Profil wurde gespeichert.').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Mein Konto' })).toBeVisible();
  },
);

test('a section is shown once those above it are read, so that no button moves under the pointer', async ({
  page,
  product,
}) => {
  /** Holds the answers to a call until the returned function is called. */
  async function hold(call: RegExp): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(call, (route) => released.then(() => route.continue()));
    return release;
  }
  async function shownLate(heading: string, inside: string, release: () => void): Promise<void> {
    const later = page.locator('section', { has: page.locator('h2', { hasText: heading }) });
    await expect(later.getByText(inside).first()).toBeAttached();
    await expect(later).toBeHidden();
    release();
    await expect(later).toBeVisible();
  }
  const passkeys = await hold(/account\/passkeys$/);
  await openDashboard(page, product, { path: '/me' });
  await expect(section(page, 'Passkeys')).toBeVisible();
  await shownLate('Known devices', 'Forget', passkeys);

  const sessions = await hold(/users\/[^/]+\/sessions$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await shownLate('Latest events', 'Show logins', sessions);
});

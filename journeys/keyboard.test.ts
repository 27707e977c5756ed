import type { Page } from '@playwright/test';

import { expect, test } from './journey.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  loginButton,
  password,
  passwordField,
  successTitle,
  errorSaying,
} from './people.ts';

/** Presses Tab until the element is reached, as far as a person would go along. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, most: number): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, `within ${most} presses of Tab`).toBeFocused();
}

test('a person without a mouse comes from the first page to the dashboard', async ({ page, product }) => {
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  if (!(await emailField(page).evaluate((element) => element === document.activeElement))) {
    await tabTo(page, emailField(page), 4);
  }
  await page.keyboard.type(ada);
  await tabTo(page, passwordField(page), 2);
  await page.keyboard.type(password);
  // On the way: showing the password, and 'Forgot password?'.
  await tabTo(page, loginButton(page), 3);
  await page.keyboard.press('Enter');

  await expect(codeTitle(page)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await product.mailbox.nextCode(ada));

  await expect(successTitle(page)).toBeVisible();
  const dashboard = page.getByRole('link', { name: 'Open Dashboard' });
  await tabTo(page, dashboard.or(page.getByRole('button', { name: 'Open Dashboard' })), 4);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('the password can be shown and hidden by keyboard, and is hidden again by a submit', async ({
  page,
  watched,
}) => {
  watched.mayAnswer(401, { path: '/auth/v2/users/session' });
  await page.goto('/login');
  await emailField(page).fill(ada);
  await passwordField(page).fill('Wrong-Password-1!');
  const show = page.getByRole('button', { name: /show password/i });
  await expect(show).toHaveAttribute('aria-pressed', 'false');
  await show.focus();
  await page.keyboard.press('Space');
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await passwordField(page).press('Enter');
  await expect(errorSaying(page, 'incorrect')).toBeVisible();
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
});

test('what has the focus can be seen', async ({ page }) => {
  await page.goto('/login');
  await emailField(page).focus();
  await page.keyboard.press('Tab');
  for (let stops = 0; stops < 6; stops += 1) {
    const marked = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return true;
      const rings = [element, element.parentElement, element.parentElement?.parentElement].map((each) => {
        const style = each && getComputedStyle(each);
        return (
          style &&
          ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none')
        );
      });
      return rings.some(Boolean);
    });
    expect(marked, `stop ${stops}`).toBe(true);
    await page.keyboard.press('Tab');
  }
});

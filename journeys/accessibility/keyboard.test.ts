import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  errorMessage,
  loginButton,
  notifications,
  password,
  passwordField,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

/** Presses Tab until the element has the focus, `most` times at most. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, most: number): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, `within ${most} presses of Tab`).toBeFocused();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test(
  'by keyboard to the forgotten password and back with the email, then from login to the dashboard',
  { tag: '@engines' },
  async ({ page, product }) => {
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    if (!(await emailField(page).evaluate((element) => element === document.activeElement))) {
      await tabTo(page, emailField(page), 4);
    }
    await page.keyboard.type(ada);
    await tabTo(page, passwordField(page), 2);
    await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }), 2);
    await page.keyboard.press('Enter');
    // Each screen begins with the focus at its start.
    await expect(heading(page, 'Forgot your password?')).toBeVisible();
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveValue(ada);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Check your email')).toBeFocused();
    await product.mailbox.next(ada);
    await tabTo(page, page.getByRole('link', { name: 'Use another address' }), 3);
    await page.keyboard.press('Enter');
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveValue(ada);
    await tabTo(page, page.getByRole('link', { name: 'Back to login' }), 3);
    await page.keyboard.press('Enter');
    await expect(loginButton(page)).toBeVisible();
    // Only the password is left to type.
    await expect(passwordField(page)).toBeFocused();
    await expect(emailField(page)).toHaveValue(ada);
    await page.keyboard.type(password);
    // Between them: the button that shows the password, and 'Forgot password?'.
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
  },
);

test(
  'on login F6 and Escape reach and dismiss toasts, every stop has a focus ring, and a submit hides a shown password',
  { tag: '@engines' },
  async ({ page, monitor }) => {
    monitor.mayAnswer(401, endpoints.signInWithPassword);
    await page.goto('/login?error=network&notice=logged-out-here');
    const toasts = notifications(page);
    await expect(toasts.getByRole('listitem')).toHaveCount(2);
    await emailField(page).focus();
    await page.keyboard.press('F6');
    expect(await toasts.evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(toasts.getByRole('listitem')).toHaveCount(1);
    await tabTo(page, toasts.getByRole('button', { name: 'Dismiss' }), 2);
    await page.keyboard.press('Space');
    await expect(toasts).toBeHidden();
    await expect(emailField(page)).toBeFocused();

    for (let stops = 0; stops < 6; stops += 1) {
      await page.keyboard.press('Tab');
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
    }

    await emailField(page).fill(ada);
    await passwordField(page).fill('Wrong-Password-1!');
    const show = page.getByRole('button', { name: /show password/i });
    await expect(show).toHaveAttribute('aria-pressed', 'false');
    await show.focus();
    await page.keyboard.press('Space');
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await passwordField(page).press('Enter');
    await expect(errorMessage(page, 'incorrect')).toBeVisible();
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
    // It is selected, to type over it.
    await expect(passwordField(page)).toBeFocused();
    await page.keyboard.type('x');
    await expect(passwordField(page)).toHaveValue('x');
  },
);

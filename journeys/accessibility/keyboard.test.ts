import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { invitationLink, newAddress } from '@app/testing/product/mailed-links.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  errorMessage,
  gina,
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

test(
  'sign-in works by keyboard from the login page to the dashboard',
  { tag: '@engines' },
  async ({ page, product }) => {
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    if (!(await emailField(page).evaluate((element) => element === document.activeElement))) {
      await tabTo(page, emailField(page), 4);
    }
    await page.keyboard.type(ada);
    await tabTo(page, passwordField(page), 2);
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
  'the password can be shown and hidden by keyboard, and a submit hides it again',
  { tag: '@engines' },
  async ({ page, monitor }) => {
    monitor.mayAnswer(401, endpoints.signInWithPassword);
    await page.goto('/login');
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
  },
);

test('the focused element has a visible focus ring', { tag: '@engines' }, async ({ page }) => {
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

/** Types with the keyboard at the current focus. */
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test(
  'forgot password by keyboard: the email is prefilled, each screen begins with the focus at its start',
  { tag: '@engines' },
  async ({ page, product }) => {
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    await emailField(page).focus();
    await page.keyboard.type(ada);
    await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }), 3);
    await page.keyboard.press('Enter');
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
  },
);

test('a new password by keyboard: wrong fields get the focus, then the message, then the next screen', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(422, endpoints.acceptInvitation);
  const link = await invitationLink(product, newAddress('keys'));
  monitor.mayOpen(link);
  await page.goto(link);
  await expect(heading(page, 'Join Northline Demo')).toBeVisible();
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Confirm password', { exact: true });
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await expect(first).toBeFocused();
  await page.keyboard.type('Password1!');
  await tabTo(page, second, 2);
  await page.keyboard.type('Password1');
  await page.keyboard.press('Enter');
  await expect(page.getByText("The passwords entered don't match.")).toBeVisible();
  await expect(second).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/easy to guess/)).toBeVisible();
  await expect(first).toBeFocused();
  for (const field of [first, second]) {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Copper-Lantern-88?');
  }
  await page.keyboard.press('Enter');
  await expect(successTitle(page)).toBeFocused();
});

test('sign-up by keyboard, and back again with the typed text', async ({ page }) => {
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Sign up' }), 8);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign up')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Mia Solberg');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.keyboard.type('Fjordline Ferries');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newAddress('keys'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check your email')).toBeFocused();
});

test('a wrong password is selected to type over it, and another refusal gets the focus, so that it is read out', async ({
  page,
  monitor,
}) => {
  monitor.mayAnswer(403, endpoints.signInWithPassword);
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  await page.goto('/login');
  await emailField(page).fill(ada);
  await passwordField(page).fill('Wrong-Password-1!');
  await page.keyboard.press('Enter');
  await expect(errorMessage(page, 'incorrect')).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('x');
  await expect(passwordField(page)).toHaveValue('x');
  await emailField(page).fill(gina);
  await page.keyboard.press('Enter');
  await expect(errorMessage(page, 'Google')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /copy/i })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(emailField(page)).toBeFocused();
});

test(
  'F6 focuses a toast, and Escape dismisses it and returns the focus',
  { tag: '@engines' },
  async ({ page }) => {
    await page.goto('/login?error=network');
    const toast = notifications(page);
    await expect(toast.getByText(/Connection lost/)).toBeVisible();
    await emailField(page).focus();
    await page.keyboard.press('F6');
    expect(await toast.evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    await expect(emailField(page)).toBeFocused();

    await page.goto('/login?error=unknown');
    await expect(toast.getByText(/An error occurred/)).toBeVisible();
    await emailField(page).focus();
    await page.keyboard.press('F6');
    await tabTo(page, toast.getByRole('button', { name: 'Dismiss' }), 2);
    await page.keyboard.press('Space');
    await expect(toast).toBeHidden();
    await expect(emailField(page)).toBeFocused();
  },
);

test('a page without a form begins with the focus on its heading', async ({ page }) => {
  for (const [path, name] of Object.entries({
    '/action_result?result=ttl': 'This request has expired',
    '/status': 'Status',
    '/password/reset': "We don't recognize this link",
  })) {
    await page.goto(path);
    await expect(heading(page, name)).toBeFocused();
  }
});

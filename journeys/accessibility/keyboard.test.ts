import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { invitationLink, newAddress } from '@app/testing/product/mailed-links.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  gina,
  loginButton,
  password,
  passwordField,
  successTitle,
  errorSaying,
} from '@app/testing/screens/sign-in-screens.ts';

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
  watched.mayAnswer(401, endpoints.signInWithPassword);
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

/** Types as a person without a mouse does, and comes back to the screen's first heading or field by itself. */
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a forgotten password by keyboard: the email comes along, the focus begins where the screen does', async ({
  page,
  product,
}) => {
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
  // What is left to type is the password.
  await expect(passwordField(page)).toBeFocused();
  await expect(emailField(page)).toHaveValue(ada);
});

test('a new password by keyboard: wrong fields get the focus, then the message, then the next screen', async ({
  page,
  product,
  watched,
}) => {
  watched.mayAnswer(422, endpoints.acceptInvitation);
  const link = await invitationLink(product, newAddress('keys'));
  watched.mayOpen(link);
  await page.goto(link);
  await expect(heading(page, 'Create a password to confirm your account.')).toBeVisible();
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

test('signing up by keyboard, and the way back to what was typed', async ({ page }) => {
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Sign up' }), 8);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign up')).toBeVisible();
  await expect(page.getByLabel('Company name')).toBeFocused();
  await page.keyboard.type('Fjordline Ferries');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newAddress('keys'));
  await tabTo(page, passwordField(page), 2);
  await page.keyboard.type('Copper-Lantern-88?');
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }), 2);
  await page.keyboard.type('Copper-Lantern-88?');
  await expect(page.getByText('The passwords match.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check your email')).toBeFocused();
});

test('after a wrong password the next one is typed over it, and another refusal takes the focus, so that it is read out', async ({
  page,
  watched,
}) => {
  watched.mayAnswer(403, endpoints.signInWithPassword);
  watched.mayAnswer(401, endpoints.signInWithPassword);
  await page.goto('/login');
  await emailField(page).fill(ada);
  await passwordField(page).fill('Wrong-Password-1!');
  await page.keyboard.press('Enter');
  await expect(errorSaying(page, 'incorrect')).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('x');
  await expect(passwordField(page)).toHaveValue('x');
  await emailField(page).fill(gina);
  await page.keyboard.press('Enter');
  await expect(errorSaying(page, 'Google')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(emailField(page)).toBeFocused();
});

test('a toast is reached by F6, dismissed by Escape, and gives the focus back', async ({ page }) => {
  await page.goto('/login?error=network');
  const toast = page.getByRole('region', { name: 'Notifications' });
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
});

test('the pages that only tell begin at their heading', async ({ page }) => {
  for (const [path, name] of Object.entries({
    '/action_result?result=ttl': 'This request has expired',
    '/status': 'Status',
    '/password/reset': "We don't recognize this link",
  })) {
    await page.goto(path);
    await expect(heading(page, name)).toBeFocused();
  }
});

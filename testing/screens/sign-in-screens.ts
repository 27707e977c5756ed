/** The demo accounts, and locators and steps of the sign-in screens, by role and label. */
import { expect, type Locator, type Page } from '@playwright/test';

import { waitForHydration } from '#browser/hydration.ts';
import type { Mailbox } from '#product/mailbox.ts';

/** The password of all demo accounts. */
export const password = 'Kestrel-Harbour-27!';
/** Signs in with a password and a mailed code; the company's admin. */
export const ada = 'ada@northline.test';
/** Signs in with only a password. */
export const ben = 'ben@northline.test';
/** Signs in with Google. */
export const gina = 'gina@northline.test';
/** Signs in through the company's identity provider. */
export const sam = 'sam@northline-sso.test';
/** Signs in through the company's identity provider; its language is German. */
export const petra = 'petra@northline-sso.test';
/** Signs in through the company's identity provider; an admin. */
export const nadia = 'nadia@northline-sso.test';

export const emailField = (page: Page): Locator => page.getByRole('textbox', { name: 'Email' });
export const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });
export const loginButton = (page: Page): Locator => page.getByRole('button', { name: 'Login', exact: true });
export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: /code/i });
export const verifyButton = (page: Page): Locator => page.getByRole('button', { name: 'Verify' });
export const resendButton = (page: Page): Locator => page.getByRole('button', { name: /Send new code/ });
export const codeTitle = (page: Page): Locator => page.getByRole('heading', { name: 'Enter security code' });
export const successTitle = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Authentication successful!' });

/** The toasts. Their text is also in a live region for a moment, so the page has it twice. */
export const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** An error message: above the form or at a field. */
export const errorMessage = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: words });

/** Fills the open login form and presses Login. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(secret);
  await loginButton(page).click();
}

/** Signs in as far as the code step. Returns the mailed code. */
export async function logInToCodeStep(page: Page, mailbox: Mailbox): Promise<string> {
  await page.goto('/login');
  await waitForHydration(page);
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  return mailbox.nextCode(ada);
}

/**
 * Logs out on the success page, and waits for the login page. Before hydration the button submits its form, and that
 * navigation would abort the test's next one.
 */
export async function logOut(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: /Log out/ }).click();
  await expect(page).toHaveURL('/login');
  await expect(loginButton(page)).toBeVisible();
  // From the entry of the code step the app goes back to that of the password form, also after the form is visible. A
  // navigation that begins before is aborted by it.
  await page.waitForFunction(() => history.state?.step !== 'code');
}

/** Signs in with a password and a mailed code, to the success page. */
export async function signIn(page: Page, mailbox: Mailbox): Promise<void> {
  const code = await logInToCodeStep(page, mailbox);
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
}

/** The sorted names of the session cookies. */
export async function sessionCookies(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  return cookies
    .map(({ name }) => name.replace('__Secure-', ''))
    .filter((name) => ['id_token', 'refresh_token'].includes(name))
    .toSorted();
}

/** The value of a stored cookie, whatever its prefix. */
export async function cookieValue(page: Page, name: string): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find((cookie) => cookie.name.replace('__Secure-', '') === name)?.value;
}

/** Sign-in with Google and with single sign-on: locators and steps on our page and on the simulated providers. */
import { expect, type Locator, type Page } from '@playwright/test';

import { waitForHydration } from '#browser/hydration.ts';
import { emailField, errorMessage, sessionCookies } from './sign-in-screens.ts';
import { translation } from '#product/texts.ts';

export const googleButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Sign in with Google/ });
const ssoButton = (page: Page): Locator => page.getByRole('button', { name: /^Single sign-on \(SSO\)/ });

/** The headings of the providers' pages. */
const googleTitle = (page: Page): Locator => page.getByRole('heading', { name: 'Choose an account' });
const companyTitle = (page: Page): Locator => page.getByRole('heading', { name: 'Pick an account' });

/** An account on the page of either provider. */
export const accountOf = (page: Page, email: string): Locator => page.getByRole('button', { name: email });

/** Opens the login page and continues to Google. */
export async function goToGoogle(page: Page, login = '/login'): Promise<void> {
  await page.goto(login);
  await waitForHydration(page);
  await googleButton(page).click();
  await expect(googleTitle(page)).toBeVisible();
}

/** Opens the form for the work email. */
export async function openSsoForm(page: Page, login = '/login'): Promise<void> {
  await page.goto(login);
  await waitForHydration(page);
  await ssoButton(page).click();
  await expect(page.getByText('To start, enter your work email')).toBeVisible();
}

/** Sends the form for the work email. */
export const submitSsoForm = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();

/** Opens the login page and continues to the company's provider. */
export async function goToCompany(page: Page, email: string, login = '/login'): Promise<void> {
  await openSsoForm(page, login);
  await emailField(page).fill(email);
  await submitSsoForm(page);
  await expect(companyTitle(page)).toBeVisible();
}

/** Faults that the simulated provider puts into its response. */
export interface Faults {
  /** Seconds. */
  readonly clock?: number;
  readonly changed?: true;
  /** Seconds until it responds. */
  readonly wait?: 2 | 10;
}

/** Picks an account at the company's provider, with faults. */
export async function pickAtCompany(page: Page, email: string, faults: Faults = {}): Promise<void> {
  if (Object.keys(faults).length > 0) await page.getByText('Faults to try').click();
  if (faults.clock !== undefined) await page.getByLabel(/clock is off/).fill(String(faults.clock));
  if (faults.wait !== undefined) await page.getByLabel('Response comes').selectOption(String(faults.wait));
  if (faults.changed) await page.getByLabel('Response content').selectOption('yes');
  await accountOf(page, email).click();
}

/**
 * Expects a refused return from the company's provider: the error, the advice below it, and the form for the work
 * email. `advice` is the key of its text.
 */
export async function expectRefused(page: Page, advice: string): Promise<void> {
  await expect(errorMessage(page, translation('errors.credentials'))).toBeVisible();
  await expect(page.getByText(translation(advice))).toBeVisible();
  await expect(emailField(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await sessionCookies(page)).toEqual([]);
}

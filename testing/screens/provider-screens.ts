/** The two ways in through somebody else: what a person does on our page, at the stand-in for Google and at the company's. */
import { expect, type Locator, type Page } from '@playwright/test';

import { awake } from '#browser/hydration.ts';
import { emailField, errorSaying, sessionCookies } from './sign-in-screens.ts';
import { wordsOf } from '#product/texts.ts';

export const googleButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Sign in with Google/ });
const ssoButton = (page: Page): Locator => page.getByRole('button', { name: /^Single sign-on \(SSO\)/ });

/** What each provider's page is headed with. */
const googleTitle = (page: Page): Locator => page.getByRole('heading', { name: 'Choose an account' });
const companyTitle = (page: Page): Locator => page.getByRole('heading', { name: 'Pick an account' });

/** An account on the page of either provider. */
export const accountOf = (page: Page, email: string): Locator => page.getByRole('button', { name: email });

/** From our page to Google's. */
export async function goToGoogle(page: Page, login = '/login'): Promise<void> {
  await page.goto(login);
  await awake(page);
  await googleButton(page).click();
  await expect(googleTitle(page)).toBeVisible();
}

/** Opens the form for the work email. */
export async function openSsoForm(page: Page, login = '/login'): Promise<void> {
  await page.goto(login);
  await awake(page);
  await ssoButton(page).click();
  await expect(page.getByText('To start, enter your work email')).toBeVisible();
}

/** Sends the form for the work email. */
export const goOn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click();

/** From our page to the company's provider. */
export async function goToCompany(page: Page, email: string, login = '/login'): Promise<void> {
  await openSsoForm(page, login);
  await emailField(page).fill(email);
  await goOn(page);
  await expect(companyTitle(page)).toBeVisible();
}

/** What is wrong with the provider's answer, as its fold-out has it. */
export interface Faults {
  /** Seconds. */
  readonly clock?: number;
  readonly changed?: true;
  /** Seconds until it answers. */
  readonly wait?: 2 | 10;
}

/** Picks an account of the company's provider, with faults. */
export async function pickAtCompany(page: Page, email: string, faults: Faults = {}): Promise<void> {
  if (Object.keys(faults).length > 0) await page.getByText('Faults to try').click();
  if (faults.clock !== undefined) await page.getByLabel(/clock is off/).fill(String(faults.clock));
  if (faults.wait !== undefined) await page.getByLabel('Response comes').selectOption(String(faults.wait));
  if (faults.changed) await page.getByLabel('Response content').selectOption('yes');
  await accountOf(page, email).click();
}

/**
 * Back from the company's provider, and refused: the words of the error, below them what to do about it, and the form to
 * do it with. `advice` is the key of those words.
 */
export async function expectRefused(page: Page, advice: string): Promise<void> {
  await expect(errorSaying(page, wordsOf('errors.credentials'))).toBeVisible();
  await expect(page.getByText(wordsOf(advice))).toBeVisible();
  await expect(emailField(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await sessionCookies(page)).toEqual([]);
}

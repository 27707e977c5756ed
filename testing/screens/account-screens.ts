/** Locators for the screens of recovery, invitation and signup, by role, label and exact text. */
import { expect, type Locator, type Page } from '@playwright/test';

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const chosenField = (page: Page): Locator => page.getByLabel('New password', { exact: true });
export const repeatField = (page: Page): Locator => page.getByLabel('Confirm password', { exact: true });
export const ownNameField = (page: Page): Locator => page.getByLabel('Your name');
export const companyField = (page: Page): Locator => page.getByLabel('Company name');
export const workEmailField = (page: Page): Locator => page.getByLabel('Work email');
export const recoverButton = (page: Page): Locator => button(page, 'Reset my password');
export const resetButton = (page: Page): Locator => button(page, 'Reset');
export const signUpButton = (page: Page): Locator => button(page, 'Sign up');
/** Of a link's page: an invitation's says what it does. */
export const confirmButton = (page: Page): Locator => button(page, /^(?:Confirm|Create password)$/);

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

/** Fills both password fields. */
export async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await chosenField(page).fill(password);
  await repeatField(page).fill(repeated);
}

/** The password requirements in list order, as a screen reader reads them, each met or not. */
export const requirements = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Your password needs at least' }).getByRole('listitem').allTextContents();

/** The expected list with these requirements met. */
export const listed = (...met: number[]): string[] =>
  ['8 characters', '1 lowercase letter', '1 number', '1 special character', '1 uppercase letter'].map(
    (text, index) => `${text} – ${met.includes(index) ? 'met' : 'not met'}`,
  );

/** Expects the page for a link that is no longer valid. */
export async function expectLinkState(page: Page, state: keyof typeof linkHeadings): Promise<void> {
  await expect(heading(page, linkHeadings[state])).toBeVisible();
  await expect(chosenField(page)).toHaveCount(0);
}

const linkHeadings = {
  expired: 'This link has expired',
  used: 'This link has already been used',
  cancelled: 'This link is no longer valid',
  unknown: "We don't recognize this link",
} as const;

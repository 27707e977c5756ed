/** The form is hydrated first, and no key waits for it: what is typed and chosen meanwhile is kept. */
import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeTitle,
  emailField,
  loginButton,
  password,
  passwordField,
} from '@app/testing/screens/sign-in-screens.ts';

/** The page, with the function that lets React continue. */
type HeldPage = typeof globalThis & { continueHydration: () => void };

/** How far React comes: until it listens to the page, or until the email field is hydrated. */
const until = {
  listens: ['#root', '__reactContainer'],
  live: ['input[type=email]', '__reactProps'],
} as const;

/**
 * Opens the login page and stops React on its way. It has React pause after a few components, by a clock that runs ahead,
 * and holds the task in which it would continue.
 */
async function openHeld(page: Page, stop: keyof typeof until): Promise<void> {
  await page.addInitScript(([selector, mark]) => {
    const measured = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => measured() + (ahead += 1);
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    let released = false;
    const isThere = () =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith(mark));
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      const deliver = () => post.apply(this, message);
      if (released || !isThere()) deliver();
      else held.push(deliver);
    };
    (globalThis as HeldPage).continueHydration = () => {
      released = true;
      for (const deliver of held.splice(0)) deliver();
    };
  }, until[stop]);
  await page.goto('/login');
  const [selector, mark] = until[stop];
  await expect.poll(() => hasMark(page, selector, mark), { message: `React is held: ${stop}` }).toBe(true);
}

const hasMark = (page: Page, selector: string, mark: string): Promise<boolean> =>
  page
    .locator(selector)
    .evaluate((element, name) => Object.keys(element).some((key) => key.startsWith(name)), mark);

const isHydrated = (page: Page, selector: string): Promise<boolean> =>
  hasMark(page, selector, '__reactProps');

for (const send of ['Enter', 'a press'] as const)
  test(
    `keys pressed before the form is hydrated do not wait for it, and ${send} then sends the form by a call`,
    { tag: '@engines' },
    async ({ page, monitor }) => {
      await openHeld(page, 'listens');
      await emailField(page).pressSequentially(ada);
      await passwordField(page).pressSequentially(password);
      expect(await isHydrated(page, 'input[type=email]'), 'no key has React hydrate the form').toBe(false);
      if (send === 'Enter') await page.keyboard.press('Enter');
      else await loginButton(page).click();
      await page.evaluate(() => (globalThis as HeldPage).continueHydration());
      await expect(codeTitle(page)).toBeVisible();
      await expect(page.getByText(ada)).toBeVisible();
      expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
    },
  );

test('once the form is hydrated, keys reach React', async ({ page }) => {
  await openHeld(page, 'listens');
  await page.evaluate(() => (globalThis as HeldPage).continueHydration());
  await expect.poll(() => isHydrated(page, 'select')).toBe(true);
  await emailField(page).fill('ada');
  await passwordField(page).focus();
  await expect(page.getByText('Invalid e-mail').first()).toBeVisible();
});

const ways = {
  'the keyboard': async (page: Page) => {
    await page.getByRole('combobox').focus();
    await page.keyboard.press('F');
  },
  'the pointer': async (page: Page) => {
    await page.getByRole('combobox').click();
    await page.keyboard.press('F');
    await page.keyboard.press('Enter');
  },
  'a program': async (page: Page) => void (await page.getByRole('combobox').selectOption('fr')),
};

for (const [way, choose] of Object.entries(ways)) {
  test(`a language chosen by ${way} before the language menu is hydrated is shown and stored`, async ({
    page,
  }) => {
    await openHeld(page, 'live');
    expect(await isHydrated(page, 'select')).toBe(false);
    await emailField(page).fill(ada);
    await choose(page);
    await page.evaluate(() => (globalThis as HeldPage).continueHydration());
    await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
    await expect(page.getByRole('combobox')).toHaveValue('fr');
    await expect(page.locator('input[name="email"]')).toHaveValue(ada);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
  });
}

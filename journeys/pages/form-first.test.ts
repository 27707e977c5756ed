/** The form is hydrated first: what surrounds it works before React has come to it. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { ada, emailField } from '@app/testing/screens/sign-in-screens.ts';

/** The page, with the function that lets React continue. */
type HeldPage = typeof globalThis & { continueHydration: () => void };

/**
 * Opens the login page and stops React as soon as the email field is hydrated. It has React pause after a few components, by
 * a clock that runs ahead, and holds the task in which it would continue.
 */
async function openWithFormAlone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => measured() + (ahead += 1);
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    let released = false;
    const isLive = () =>
      Object.keys(document.querySelector('input[type=email]') ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      );
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      const deliver = () => post.apply(this, message);
      if (released || !isLive()) deliver();
      else held.push(deliver);
    };
    (globalThis as HeldPage).continueHydration = () => {
      released = true;
      for (const deliver of held.splice(0)) deliver();
    };
  });
  await page.goto('/login');
  await expect
    .poll(() => isHydrated(page, 'input[type=email]'), { message: 'the form is hydrated' })
    .toBe(true);
}

const isHydrated = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));

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
    await openWithFormAlone(page);
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

import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has. */
const mostPresses = 80;

/** Presses Tab until the control has the focus, and fails if it never gets it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** Waits for hydration. Every form also works before it, so a test that needs the script must wait. */
import { expect, type Page } from '@playwright/test';

/** Waits until React has hydrated the screen, not only the frame around it: React marks its elements. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((name) => name.startsWith('__react')),
    );
  await expect.poll(isHydrated, { message: 'the screen is hydrated', intervals: [20] }).toBe(true);
}

/** Waiting for the script: every form works without it, so what is pressed too early is answered by the service. */
import { expect, type Page } from '@playwright/test';

/** Waits until the script has taken the screen over, and not only the frame around it: React marks what it holds. */
export async function awake(page: Page): Promise<void> {
  const held = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((name) => name.startsWith('__react')),
    );
  await expect.poll(held, { message: 'the screen is awake', intervals: [20] }).toBe(true);
}

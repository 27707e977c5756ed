import { expect, type Page } from '@playwright/test';

/** Waits until the page is in its font: it may begin in the fallback, and its script loads the font. */
export async function waitForFont(page: Page): Promise<void> {
  const isThere = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
    );
  await expect.poll(isThere, { message: 'the font is loaded', intervals: [20] }).toBe(true);
}

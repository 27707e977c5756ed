/** Waits for hydration. Every form also works before it, so a test that needs the script must wait. */
import { expect, type Page } from '@playwright/test';

/**
 * Waits until React has hydrated the screen, not only the frame around it: React marks its elements. The sign-in pages also
 * mark their panel, which comes last: a screen that React is still at has no keys yet.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const marked = Object.keys(document.querySelector('h1') ?? {}).some((name) =>
        name.startsWith('__react'),
      );
      const panel = document.querySelector('[data-state=live]')?.closest<HTMLElement>('[aria-hidden=true]');
      return marked && (!panel || panel.dataset['complete'] !== undefined);
    });
  await expect.poll(isHydrated, { message: 'the screen is hydrated', intervals: [20] }).toBe(true);
}

/** Waits until the page is in its font: it may begin in the fallback, and its script loads the font. */
export async function waitForFont(page: Page): Promise<void> {
  const isThere = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
    );
  await expect.poll(isThere, { message: 'the font is loaded', intervals: [20] }).toBe(true);
}

/** The command `emulate` of the browser tests, declared in ui/vitest.browser.setup.ts. */
import type { BrowserCommand } from 'vitest/node';

type Media = { forcedColors?: 'active' | null; reducedMotion?: 'reduce' | 'no-preference' | null };

/** Sets media features of the test's page, as the person's system would. */
export const emulate: BrowserCommand<[Media]> = async ({ page }, media) => {
  await page.emulateMedia(media);
};

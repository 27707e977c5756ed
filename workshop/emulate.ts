/** A command for browser tests: what the person has set in the system, such as forced colours. */
import type { BrowserCommand } from 'vitest/node';

/** The media features that a test sets; `null` takes one back to the default of the tests. */
export type Emulation = {
  forcedColors?: 'active' | 'none' | null;
  reducedMotion?: 'reduce' | 'no-preference' | null;
  colorScheme?: 'light' | 'dark' | null;
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Sets media features of the page, as the person's system would. */
    emulate: (media: Emulation) => Promise<void>;
  }
}

/** Sets media features of the test's page. */
export const emulate: BrowserCommand<[Emulation]> = async ({ page }, media) => {
  await page.emulateMedia(media);
};

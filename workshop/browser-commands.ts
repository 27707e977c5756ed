/** The commands of the browser tests that Vitest does not have. */
import type { BrowserCommand } from 'vitest/node';

declare module 'vitest/browser' {
  interface BrowserCommands {
    takePicture: () => Promise<string>;
  }
}

type Media = { forcedColors?: 'active' | null; reducedMotion?: 'reduce' | 'no-preference' | null };

/** Sets media features of the test's page, as the person's system would. Its type is in ui/vitest.browser.setup.ts. */
const emulate: BrowserCommand<[Media]> = async ({ page }, media) => {
  await page.emulateMedia(media);
};

/** Takes a picture of the whole viewport, as a data URL. Vitest's own takes only the box of the body. */
const takePicture: BrowserCommand = async ({ page }) => {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return `data:image/png;base64,${picture.toString('base64')}`;
};

export const commands = { emulate, takePicture };

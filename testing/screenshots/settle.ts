import type { Page } from '@playwright/test';

import { waitForFont } from '#browser/hydration.ts';

/** Waits until the font is there, which a page's script may load, and no animation runs. */
export async function settle(page: Page): Promise<void> {
  await waitForFont(page);
  await page.evaluate(async () => {
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    );
  });
}

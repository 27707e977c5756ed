/** Checks reduced motion: finds animations that still run although the person asked for less motion. */
import type { Page } from '@playwright/test';

/** Lists the animations that move an element and are long or endless. */
export async function movements(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      const long = Number(duration) > 10 && (iterations === Infinity || Number(duration) > 500);
      const properties = effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [];
      const moves = properties.some((property) => /transform|translate|scale|rotate|left|top/.test(property));
      return long && moves ? [properties.join()] : [];
    }),
  );
}

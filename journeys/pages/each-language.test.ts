/**
 * What the length of a text could break, in English and German, and in the proof in the other languages. The proof runs
 * files whole, so little else is here.
 */
import { languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, test, walkedLanguages } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { translation } from '@app/testing/product/texts.ts';

test('on a phone the bar shows whole names in each language, marks the area and opens the rest', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openDashboard(page, product, { path: '/nothing?lng=en' });
  const bar = page.getByRole('navigation');
  const more = bar.getByRole('button');
  await expect(more).not.toHaveAttribute('aria-current');
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await bar.getByRole('link', { name: 'My account' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeFocused();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(more).toHaveAttribute('aria-current', 'true');
  await bar.getByRole('link', { name: 'People' }).click();
  await expect(bar.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
  await expect(more).not.toHaveAttribute('aria-current');

  const cut: string[] = [];
  for (const language of walkedLanguages) {
    await page.goto(`/dashboard/nothing?lng=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    await expect(bar.getByRole('link')).toHaveCount(3);
    await more.click();
    await expect(bar.getByRole('link')).toHaveCount(8);
    for (const entry of await bar.locator('a, button:visible').all()) {
      const { label, isCut, height, width, right } = await entry.evaluate((element) => {
        const words = [...element.children].find((child) => child.textContent && !child.querySelector('*'));
        const box = element.getBoundingClientRect();
        return {
          label: element.textContent,
          isCut: words === undefined || words.scrollWidth > words.clientWidth,
          height: box.height,
          width: box.width,
          right: box.right,
        };
      });
      if (isCut || height < 44 || width < 44 || right > 320) cut.push(`${language}: ${label}`);
    }
  }
  expect(cut).toEqual([]);
});

test('no ring of the panel touches the slogan, and its bars and rings move for at most five seconds', async ({
  page,
}) => {
  await page.goto('/login');
  await waitForHydration(page);
  const touching: string[] = [];
  const title = page.locator('[data-slogan]');
  const heights: number[] = [];
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 2560, height: 1440 },
  ]) {
    await page.setViewportSize(size);
    for (const language of walkedLanguages) {
      await page.getByRole('combobox').selectOption(language);
      await expect(title).toHaveText(translation('panel.title', language));
      const room = await page.evaluate(() => {
        const below = document.querySelector('[data-slogan]')?.getBoundingClientRect().bottom ?? NaN;
        const tops = [...document.querySelectorAll('circle')]
          .filter(({ r }) => r.baseVal.value > 50)
          .map((ring) => ring.getBoundingClientRect().top);
        return Math.min(...tops) - below;
      });
      if (!(room > 0)) touching.push(`${size.width} ${language}: ${room}`);
    }
    heights.push((await title.boundingBox())?.height ?? 0);
  }
  expect(touching).toEqual([]);
  const [usual = 0, , large = 0] = heights;
  expect(large, 'the slogan on 2560 × 1440').toBeGreaterThan(usual * 1.4);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.locator('[data-complete]')).toHaveCount(1);
  // How far each moves up and down or fades, measured at eight moments of its cycle, and when it ends.
  const motions = await page.locator('[data-complete]').evaluate((panel) =>
    panel.getAnimations({ subtree: true }).map((motion) => {
      const { duration, endTime } = motion.effect?.getComputedTiming() ?? {};
      const element = (motion.effect as KeyframeEffect).target as Element;
      const seen = Array.from({ length: 8 }, (_, moment) => {
        motion.currentTime = (moment / 8) * Number(duration);
        return element.getBoundingClientRect().height + 100 * Number(getComputedStyle(element).opacity);
      });
      return { moves: Math.round(Math.max(...seen) - Math.min(...seen)), ends: Number(endTime) };
    }),
  );
  expect(motions).toHaveLength(5);
  for (const { moves, ends } of motions) {
    expect(moves).toBeGreaterThan(8);
    expect(ends).toBeLessThanOrEqual(5000);
  }
});

test('a toast is above the form, as wide as it, and covers nothing, on a desktop and a phone', async ({
  page,
}) => {
  for (const language of walkedLanguages) {
    await page.goto(`/login?lng=${language}&error=not-found&notice=logged-out`);
    await expect(page.locator('[role=region] li')).toHaveCount(2);
    for (const width of [1920, 1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: width < 700 ? 700 : 900 });
      const { form, above } = await page.evaluate(() => {
        const of = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
        const [region, heading] = [
          of(document.querySelector('[role=region]')),
          of(document.querySelector('h1')),
        ];
        const box = of(document.querySelector('main form'));
        const column = [Math.round(box.left - region.left), Math.round(box.right - region.right)];
        return { form: column, above: heading.top - region.bottom };
      });
      expect(form, `${width} ${language}`).toEqual([0, 0]);
      expect(above, `${width} ${language}`).toBeGreaterThanOrEqual(16);
    }
  }
});

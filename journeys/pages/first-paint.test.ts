/** What the first paint of the login page waits for, with the script and the font held back by the network. */
import type { Page } from '@playwright/test';

import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { ada, emailField } from '@app/testing/screens/sign-in-screens.ts';

/** Holds back the files of a kind until the returned function is called. */
async function hold(page: Page, kind: 'js' | 'woff2'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(`**/assets/*.${kind}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the page has been painted, and until frames have been drawn after that. */
const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => done())),
        ).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );

/** The layout shifts of the page so far: their sum, and the texts that moved up or down. */
const shifts = (page: Page): Promise<{ sum: number; upOrDown: string[] }> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        type Source = Readonly<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
        type Shift = PerformanceEntry & { value: number; sources: readonly Source[] };
        const entries: Shift[] = [];
        new PerformanceObserver((list) => entries.push(...(list.getEntries() as Shift[]))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        const report = (): void =>
          done({
            sum: entries.reduce((sum, { value }) => sum + value, 0),
            upOrDown: entries
              .flatMap(({ sources }) => sources)
              .filter(({ previousRect, currentRect }) => previousRect.y !== currentRect.y)
              .map(({ node }) => node?.textContent ?? ''),
          });
        // The browser reports the shifts of a frame after it.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(report)));
      }),
  );

test('the form is painted and keeps what is typed without script, font, pictures and animations', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const [releaseScript, releaseFont] = [await hold(page, 'js'), await hold(page, 'woff2')];

  await page.goto('/login', { waitUntil: 'commit' });
  await waitForPaint(page);
  await expect(page.locator('[data-slogan]')).toBeVisible();
  await emailField(page).fill(ada);
  const ring = page.locator('circle').last();
  const seen = () => ring.evaluate((element) => element.checkVisibility());
  expect(await seen(), 'the pictures of the panel wait').toBe(false);
  // Not the transition of a field that gets the focus.
  const running = () =>
    page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSAnimation).length);
  expect(await running()).toBe(0);
  const kinds = requested.map((path) => path.replace(/-[\w-]{8}\./, '.').replace('/assets/', ''));
  expect(kinds.filter((name) => !name.startsWith('icon')).toSorted()).toEqual([
    '/login',
    'google.svg',
    'inter.woff2',
    'main.js',
  ]);

  releaseScript();
  await waitForHydration(page);
  await expect.poll(seen, { message: 'the pictures are shown once the page is hydrated' }).toBe(true);
  await expect.poll(running).toBeGreaterThan(0);
  await expect(emailField(page)).toHaveValue(ada);
  releaseFont();
  console.log(`first paint: needs 1 of ${kinds.length} files, 0 animations before the page is hydrated`);
});

test('neither the font nor the script moves anything', async ({ browser, product }) => {
  const moved: string[] = [];
  let most = 0;
  for (const language of languages)
    for (const width of [390, 1280]) {
      const locale = languageTag(language);
      const context = await browser.newContext({
        baseURL: product.url,
        locale,
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      const release = await hold(page, 'woff2');
      await page.goto('/login', { waitUntil: 'commit' });
      await waitForPaint(page);
      await waitForHydration(page);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      release();
      await expect.poll(() => page.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
      const { sum, upOrDown } = await shifts(page);
      most = Math.max(most, sum);
      // English is what most see. Elsewhere a label at the right edge or in the middle may begin some pixels beside.
      const allowed = language === 'en' ? 0 : 0.0001;
      if (sum > allowed || upOrDown.length > 0)
        moved.push(`${language} ${width}: ${sum} ${upOrDown.join(', ')}`);
      await context.close();
    }
  expect(moved).toEqual([]);
  console.log(
    `first paint: layout shift 0 in English, at most ${most.toFixed(6)} in ${languages.length} languages on a phone and a desktop`,
  );
});

test('a browser without script paints the whole panel at once', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${product.url}/login`);
  await expect(page.locator('circle').last()).toBeVisible();
  await page.close();
});

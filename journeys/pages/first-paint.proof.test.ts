/** What the first paint of the login page waits for, with the script and the font held back by the network. */
import { chromium, type Page } from '@playwright/test';

import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { exactLetters, launchOptions } from '@app/testing/browser/browser-options.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForFont, waitForHydration } from '@app/testing/browser/hydration.ts';
import { ada, emailField } from '@app/testing/screens/sign-in-screens.ts';

/** The names of the files that a page asks for, without their hashes. */
function watchFiles(page: Page): { name: string; referer: string | undefined }[] {
  const asked: { name: string; referer: string | undefined }[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.').replace('/assets/', '');
    if (!name.startsWith('icon')) asked.push({ name, referer: request.headers()['referer'] });
  });
  return asked;
}

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

/** The layout shifts of the page so far: their sum, and what moved. */
const shifts = (page: Page): Promise<{ sum: number; moved: string[] }> =>
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
            moved: entries
              .flatMap(({ sources }) => sources)
              .map(
                ({ node, previousRect: from, currentRect: to }) =>
                  `${node?.textContent} (${from.x}, ${from.y}) to (${to.x}, ${to.y})`,
              ),
          });
        // The browser reports the shifts of a frame after it.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(report)));
      }),
  );

test('the form is painted and keeps what is typed without script, font, pictures and animations', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const asked = watchFiles(page);
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
  expect(
    asked.map(({ name }) => name).toSorted(),
    'on a first visit the script has the line to itself',
  ).toEqual(['/login', 'google.svg', 'main.js']);

  releaseScript();
  await waitForHydration(page);
  await expect.poll(seen, { message: 'the pictures are shown once the page is hydrated' }).toBe(true);
  await expect.poll(running).toBeGreaterThan(0);
  await expect(emailField(page)).toHaveValue(ada);
  const font = () => asked.filter(({ name }) => name === 'inter.woff2');
  await expect.poll(font, { message: 'then the script asks for the font' }).toHaveLength(1);
  releaseFont();
  await waitForFont(page);
  expect(font(), 'once, without the address of the page').toEqual([
    { name: 'inter.woff2', referer: undefined },
  ]);
});

test('who has typed here before is shown the font at once', async ({ page, context }) => {
  await page.goto('/login');
  await waitForFont(page);
  await emailField(page).press('a');
  const cookies = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain('visitor_id');

  const again = await context.newPage();
  const asked = watchFiles(again);
  const releaseScript = await hold(again, 'js');
  await again.goto('/login', { waitUntil: 'commit' });
  await waitForFont(again);
  expect(asked.filter(({ name }) => name === 'inter.woff2').map(({ referer }) => referer ?? '')).toEqual([
    '',
  ]);
  releaseScript();
  await waitForHydration(again);
  expect(await again.evaluate(() => document.fonts.size), 'the script adds no second font').toBe(
    await again.evaluate(() => [...document.fonts].filter(({ family }) => family !== 'Inter').length + 1),
  );
});

test('neither the font nor the script moves anything', async ({ product }) => {
  const { args, ...launch } = launchOptions();
  const browser = await chromium.launch({ ...launch, args: [...args, exactLetters] });
  const found: string[] = [];
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
      await waitForFont(page);
      const { sum, moved } = await shifts(page);
      if (sum > 0) found.push(`${language} ${width}: ${sum} ${moved.join(', ')}`);
      await context.close();
    }
  await browser.close();
  expect(found).toEqual([]);
});

test('a browser without script paints the whole panel at once', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${product.url}/login`);
  await expect(page.locator('circle').last()).toBeVisible();
  await page.close();
});

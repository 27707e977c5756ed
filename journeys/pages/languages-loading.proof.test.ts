/**
 * The translation loader (spec §9) in the browser, against a failing server: retries, their times and parallel
 * requests.
 */
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { languages } from '@app/contract/fields/vocabulary.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { loginButton } from '@app/testing/screens/sign-in-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

/** The translation files of a language. */
const catalogues = (language: string) => new RegExp(`/assets/locales/${language}-.*\\.json$`);

test('a language that fails four times loads with the fifth request, each wait twice the one before', async ({
  page,
  product,
  monitor,
}) => {
  const now = await product.now();
  await page.clock.install({ time: now });
  // Records every timer of the page, so that the clock moves only after a timer has started.
  await page.addInitScript(() => {
    const begin = globalThis.setTimeout;
    const waits: number[] = [];
    Object.assign(globalThis, { waits });
    globalThis.setTimeout = ((work: () => void, wait?: number, ...rest: unknown[]) => {
      if ([350, 700, 1400, 2800, 5600].includes(wait ?? 0)) waits.push(wait ?? 0);
      return begin(work, wait, ...rest);
    }) as typeof setTimeout;
  });
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await page.clock.pauseAt(now + minutes(1));
  const waits = () => page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits);
  const before = (await waits()).length;

  const failing = 4;
  let reads = 0;
  let file: string | undefined;
  await page.route(catalogues('de'), async (route) => {
    const path = new URL(route.request().url()).pathname as `/${string}`;
    // The texts of the next step are in a second file.
    if (path !== (file ??= path)) return route.continue();
    monitor.mayAnswer(503, { path });
    reads += 1;
    await (reads <= failing ? route.fulfill({ status: 503, body: '' }) : route.continue());
  });
  await waitForHydration(page);
  await page.getByRole('combobox').selectOption('de');
  for (let retry = 1; retry <= failing; retry += 1) {
    await expect.poll(async () => (await waits()).length - before).toBe(retry);
    const wait = limits.translationRetryWait * 2 ** (retry - 1);
    await page.clock.runFor(wait - 1);
    expect(reads, `before ${wait} ms`).toBe(retry);
    await page.clock.runFor(1);
    await expect.poll(() => reads, { message: `after ${wait} ms` }).toBe(retry + 1);
  }
  await expect(
    page.getByRole('button', { name: translation('login.submit', 'de'), exact: true }),
  ).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  expect((await waits()).slice(before)).toEqual([350, 700, 1400, 2800]);
});

test('a language that never loads leaves the page in its language, with a message, after five more requests', async ({
  page,
  time,
  monitor,
}) => {
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  let reads = 0;
  await page.route(catalogues('fr'), async (route) => {
    monitor.mayAnswer(503, { path: new URL(route.request().url()).pathname as `/${string}` });
    reads += 1;
    await route.fulfill({ status: 503, body: '' });
  });
  await waitForHydration(page);
  await page.getByRole('combobox').selectOption('fr');
  const notice = page.getByRole('region', { name: translation('notices.region') });
  await expect(async () => {
    await time.pass(2000);
    await expect(notice.getByText(translation('errors.network'))).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 120_000 });
  expect(reads).toBe(1 + limits.translationRetries);
  await expect(loginButton(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
});

test('at most ten translation files are requested at a time', async ({ page }) => {
  // A screen after login has two files in each language.
  await page.goto('/password/forgot');
  await expect(page.getByRole('button', { name: translation('forgot.submit') })).toBeVisible();
  await waitForHydration(page);
  let running = 0;
  let most = 0;
  let all = 0;
  const held = Promise.withResolvers<void>();
  await page.route(catalogues('(?!en)\\w+'), async (route) => {
    running += 1;
    all += 1;
    most = Math.max(most, running);
    await held.promise;
    running -= 1;
    await route.continue();
  });
  // Like a person who goes through the menu with the arrow keys.
  const others = languages.filter((language) => language !== 'en');
  for (const language of others) {
    await page.getByRole('combobox').selectOption(language);
  }
  await expect.poll(() => all).toBe(10);
  held.resolve();
  await expect(page.getByRole('button', { name: translation('forgot.submit', others.at(-1)) })).toBeVisible();
  expect(most).toBeLessThanOrEqual(limits.translationParallelReads);
});

/** A person who comes back finds the page as it was left: no page without a secret keeps Chromium from keeping it. */
import { chromium, type BrowserContext } from '@playwright/test';

import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';

/** Playwright turns the cache off, because a page in it does not answer. A browser for this is launched without that. */
const withBackForwardCache = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

/** The headless browser has no such cache and says so; it still checks each page for the page's own reasons. */
const ofBrowser = 'BackForwardCacheDisabledForDelegate';

/**
 * Opens a page, another one, and goes back. Resolves to Chromium's reasons why the page was loaded again; none: it was,
 * or could be, shown as it was left.
 *
 * @param elsewhere the address of another page
 */
async function comeBack(context: BrowserContext, url: string, elsewhere: string): Promise<string[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  const reasons = new Promise<string[]>((done) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      done(notRestoredExplanations.map(({ reason }) => reason).filter((reason) => reason !== ofBrowser)),
    );
    session.on('Page.frameNavigated', ({ type }) => {
      if (type === 'BackForwardCacheRestore') done([]);
    });
  });
  // On a busy machine the network is idle before the page has loaded, and Chromium keeps no page that is loading.
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await page.goto(elsewhere);
  await page.goBack({ waitUntil: 'commit' });
  return reasons;
}

const paths = ['/login', '/login/sso', '/password/forgot', '/signup', '/status'];

test('the browser may keep every page that shows no secret in its back/forward cache', async ({
  product,
}) => {
  const browser = await chromium.launch({ ...launchOptions(), ...withBackForwardCache });
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    const context = await browser.newContext();
    // An answer without a page of the app, so that only the page that was left decides.
    found[path] = await comeBack(context, `${product.url}${path}`, `${product.url}/healthz`);
    await context.close();
  }
  await browser.close();
  expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
});

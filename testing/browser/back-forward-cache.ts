/** Asks Chromium whether it may keep a page in its back/forward cache, for a person who comes back to it. */
import type { BrowserContext } from '@playwright/test';

/** Playwright turns the cache off, because a page in it does not answer. A browser for this is launched without that. */
export const withBackForwardCache = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

/** The headless browser has no such cache and says so; it still checks each page for the page's own reasons. */
const ofBrowser = 'BackForwardCacheDisabledForDelegate';

/**
 * Opens a page, another one, and goes back. Resolves to Chromium's reasons why the page was loaded again; none: it was,
 * or could be, shown as it was left.
 *
 * @param elsewhere the address of another page
 */
export async function comeBack(context: BrowserContext, url: string, elsewhere: string): Promise<string[]> {
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

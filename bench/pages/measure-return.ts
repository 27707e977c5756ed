/** Measures whether the browser may keep a page in its back/forward cache, for somebody who comes back to it. */
import { chromium, type BrowserContext } from '@playwright/test';

import type { Part } from '#figures.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';

import { newVisitor } from './visit.ts';

/** The headless browser has no such cache and says so; it still checks each page for reasons of its own. */
const ofBrowser = 'BackForwardCacheDisabledForDelegate';

/** Pages that show no secret. */
const paths = ['/login', '/login/sso', '/password/forgot', '/signup', '/status'];

/** @param elsewhere another page, to go to and come back from */
export async function measureReturn(serviceUrl: string, elsewhere: string): Promise<Part> {
  // Playwright turns the cache off, because a page in it does not answer.
  const browser = await chromium.launch({
    ...launchOptions(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const figures = [];
    for (const path of paths) {
      const visitor = await newVisitor(browser);
      const reasons = await comeBack(visitor, `${serviceUrl}${path}`, elsewhere);
      await visitor.close();
      figures.push({
        name: `${path} may be kept`,
        value: reasons.length === 0 ? 'yes' : `no: ${reasons.join(', ')}`,
        target: 'yes',
        met: reasons.length === 0,
      });
    }
    return {
      title: 'Coming back to a page: the back/forward cache',
      figures,
      note: 'Chromium’s own reasons against keeping a page, after a visit, a visit of another page and a step back.',
    };
  } finally {
    await browser.close();
  }
}

/** Resolves to the reasons why the page was loaded again; none: it was, or could be, shown as it was left. */
async function comeBack(visitor: BrowserContext, url: string, elsewhere: string): Promise<string[]> {
  const page = await visitor.newPage();
  const session = await visitor.newCDPSession(page);
  await session.send('Page.enable');
  const reasons = new Promise<string[]>((done) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      done(notRestoredExplanations.map(({ reason }) => reason).filter((reason) => reason !== ofBrowser)),
    );
    session.on('Page.frameNavigated', ({ type }) => {
      if (type === 'BackForwardCacheRestore') done([]);
    });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.goto(elsewhere);
  await page.goBack({ waitUntil: 'commit' });
  return reasons;
}

import type { Page } from '@playwright/test';

import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { hostileHost, hostileRedirects } from '@app/contract/test/hostile-redirects.ts';

import { expect, test as overHttps } from '@app/testing/browser/https-hosts.ts';
import { test as plain } from '@app/testing/browser/browser-test.ts';
import { ben, logIn, loginButton, successTitle } from '@app/testing/screens/sign-in-screens.ts';

const desktop = 'northline://open';
/** Every value takes one page load. */
const manyPages = minutes(10);
/** Without the brand's panel, whose drawing is a third of a page's load; a redirect does not depend on the size. */
const small = { width: 800, height: 600 };
/** The number of tabs that work in parallel. */
const tabs = 3;

plain.use({ viewport: small });

const loginWith = (redirect: string): string => `/login?${new URLSearchParams({ redirect }).toString()}`;

/** Records every address that the page navigates to, whatever its scheme and result. */
async function navigationsOf(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
  await devTools.send('Page.enable');
  return asked;
}

plain('D1: no hostile redirect is followed for a signed-in person', async ({ page, context, product }) => {
  plain.setTimeout(manyPages);
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();

  // Three of seven, with some of every kind: contract/src/pages/redirects.test.ts tests the rule with all of them.
  const values = hostileRedirects({ origin: product.url, desktop }).filter(
    (value, index) => index % 7 < 3 && value.isWellFormed(),
  );
  const waiting = values.values();
  const followed: string[] = [];
  async function work(): Promise<void> {
    const tab = await context.newPage();
    const asked = await navigationsOf(tab);
    for (const value of waiting) {
      await tab.goto(loginWith(value));
      // Tabs on one machine wait for each other.
      await expect(successTitle(tab), value).toBeVisible({ timeout: seconds(30) });
      expect(new URL(tab.url()).origin, value).toBe(product.url);
      expect(await tab.evaluate(() => localStorage.getItem('LOGIN_REDIRECT')), value).toBeNull();
      if (asked.length > 0) followed.push(`${value} to ${asked.splice(0).join()}`);
    }
    await tab.close();
  }
  await Promise.all(Array.from({ length: tabs }, work));
  // The record also contains followed redirects that load no page.
  const asked = await navigationsOf(page);
  const deepLink = `${desktop}/call/7`;
  await page.goto(loginWith(deepLink));
  await expect.poll(() => asked).toEqual([deepLink]);
  await expect(successTitle(page)).toBeVisible();
  await page.goto(loginWith('/status'));
  await expect.poll(() => asked).toEqual([deepLink, `${product.url}/status`]);
  expect(followed).toEqual([]);
  expect(values.length).toBeGreaterThanOrEqual(200);
});

plain(
  'no hostile redirect is followed after a sign-in, and the log has only its origin',
  async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('redirect refused')) logged.push(message.text());
    });
    for (const value of [`https://${hostileHost}/login?from=us`, 'javascript:alert(1)']) {
      await page.context().clearCookies();
      await page.goto(loginWith(value));
      await logIn(page, ben);
      await expect(successTitle(page)).toBeVisible();
    }
    // A scheme that runs code has no origin.
    expect(logged).toEqual([`redirect refused https://${hostileHost}`, 'redirect refused null']);
  },
);

overHttps(
  'an allowed redirect is followed after the sign-in, once, also after a reload',
  async ({ page, hosts, monitor }) => {
    monitor.mayVisit(hosts.origin('dash'));
    const target = `${hosts.origin('dash')}/app/calls?page=2`;
    await page.goto(loginWith(target));
    await expect(loginButton(page)).toBeVisible();
    await page.goto('/password/forgot');
    await page.goBack();
    await page.reload();
    await logIn(page, ben);
    await expect(page.getByRole('heading', { name: /^This is dash/ })).toBeVisible();
    await expect(page).toHaveURL(target);
    // The address has nothing of the session.
    expect(hosts.visits.filter((visit) => visit.includes('/app/'))).toEqual([target]);

    await page.goto('/login');
    await expect(successTitle(page)).toBeVisible();
  },
);

overHttps(
  'somebody who is signed in goes on at once: dashboard, workspace, a path of the app',
  async ({ page, hosts, monitor }) => {
    for (const host of ['dash', 'work'] as const) monitor.mayVisit(hosts.origin(host));
    await page.goto('/login');
    await logIn(page, ben);
    await expect(successTitle(page)).toBeVisible();
    const good = [
      `${hosts.origin('dash')}/`,
      `${hosts.origin('work')}/calls#7`,
      '/status',
      `${hosts.origin('login')}/help`,
    ];
    for (const value of good) {
      await page.goto(loginWith(value));
      await expect(page).toHaveURL(new URL(value, hosts.origin('login')).href);
    }
  },
);

overHttps('an older redirect is forgotten when the login page is opened afresh', async ({ page, hosts }) => {
  await page.goto(loginWith(`${hosts.origin('dash')}/app`));
  await expect(loginButton(page)).toBeVisible();
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
});

import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { call, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard, person, signInBrowser } from '@app/testing/product/dashboard-session.ts';
import {
  ben,
  cookieValue,
  loginButton,
  logIn,
  sessionCookies,
} from '@app/testing/screens/sign-in-screens.ts';

test('a signed-out person logs in and is back at the address that was asked for', async ({ page }) => {
  await page.goto('/dashboard/me?from=a%26b');
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
  await logIn(page, ben);
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/me?from=a%26b');
  await expect(page).toHaveTitle('My account – Dashboard – Northline');
});

test('a reload and a second tab stay signed in, and no storage has the access token', async ({
  page,
  context,
  product,
}) => {
  await openDashboard(page, product, { who: person, path: '/me' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/dashboard/me');
  await expect(tab.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const stored = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('eyJ');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('access_token');
});

test('logging out in the menu ends the session here, in another tab and at the service', async ({
  page,
  context,
  product,
  request,
}) => {
  await openDashboard(page, product, { who: person, path: '/me' });
  const tab = await context.newPage();
  await tab.goto('/dashboard/me');
  await expect(tab.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const refreshToken = await cookieValue(page, 'refresh_token');

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(loginButton(page)).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(loginButton(tab)).toBeVisible();
  await expect(tab).toHaveURL(/\/login\?redirect=/);
  expect(await sessionCookies(page)).toEqual([]);
  const refreshed = await request.post(endpoints.refreshTokens.path, { data: { refreshToken } });
  expect(refreshed.status()).toBe(401);
});

test("another person's login in another tab is shown here at once", async ({ page, context, product }) => {
  await openDashboard(page, product, { who: person, path: '/me' });
  await expect(page.getByText('ben@northline.test').first()).toBeVisible();
  // As the sign-in app does it in another tab: the cookies, then the news.
  await signInBrowser(context, product, { ...person, email: 'marc@northline.test' });
  const tab = await context.newPage();
  await tab.goto('/help');
  await tab.evaluate(() => new BroadcastChannel('session-news').postMessage({ from: 'x', news: 'signedIn' }));
  await expect(page.getByText('marc@northline.test').first()).toBeVisible();
});

test('a session that the service has ended is told in a dialog, and what was typed is there after the login', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, ownAccountEndpoints.changeAccount);
  monitor.mayAnswer(401, endpoints.refreshTokens);
  const name = `Ben Okafor ${newAddress().slice(5, 9)}`;
  await openDashboard(page, product, { who: person, path: '/me' });
  // The lists of the page are read by the session, too.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await call(product, endpoints.revokeTokens, { refreshToken: await cookieValue(page, 'refresh_token') });
  await page.getByRole('button', { name: 'Save' }).first().click();

  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
  await logIn(page, ben);
  await expect(page).toHaveURL('/dashboard/me');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
});

test('a draft is gone when another person signs in', async ({ page, context, product }) => {
  await openDashboard(page, product, { who: person, path: '/me' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not for Marc');
  await signInBrowser(context, product, { ...person, email: 'marc@northline.test' });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Marc Dubois');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Not for Marc');
});

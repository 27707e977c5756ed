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

test('a person is back at the address that was asked for, and stays signed in until the menu logs out everywhere', async ({
  page,
  context,
  request,
}) => {
  const title = page.getByRole('heading', { level: 1, name: 'My account' });
  await page.goto('/dashboard/me?from=a%26b');
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
  await logIn(page, ben);
  await expect(title).toBeVisible();
  await expect(page).toHaveURL('/dashboard/me?from=a%26b');
  await expect(page).toHaveTitle('My account – Dashboard – Northline');

  await page.reload();
  await expect(title).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/dashboard/me');
  await expect(tab.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const stored = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('eyJ');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('access_token');

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

test('a session that has ended is told in a dialog, and what was typed is there for the same person alone', async ({
  page,
  context,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, ownAccountEndpoints.changeAccount);
  monitor.mayAnswer(401, endpoints.refreshTokens);
  const name = `Ben Okafor ${newAddress().slice(5, 9)}`;
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await openDashboard(page, product, { who: person });
  // A person who is no admin has one area, and no navigation.
  await expect(page).toHaveURL('/dashboard/me');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // The lists of the page are read by the session, too.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await field.fill(name);
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
  await expect(field).toHaveValue(name);
  await expect(page.getByText(ben).first()).toBeVisible();

  // Another person logs in, as the sign-in app does it in another tab: the cookies, then the news.
  await signInBrowser(context, product, { ...person, email: 'marc@northline.test' });
  const tab = await context.newPage();
  await tab.goto('/help');
  await tab.evaluate(() => new BroadcastChannel('session-news').postMessage({ from: 'x', news: 'signedIn' }));
  await expect(page.getByText('marc@northline.test').first()).toBeVisible();
  await expect(field).toHaveValue('Marc Dubois');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(name);
});

import { days, minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { awake } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  cookieValue,
  errorSaying,
  loginButton,
  sessionCookies,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test('the session is kept after a reload and for a new tab', async ({ page, context, product, watched }) => {
  await signIn(page, product.mailbox);
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(successTitle(tab)).toBeVisible();
  await expect(tab).toHaveURL(/\/login\/success/);
  expect(watched.calls(endpoints.signInWithPassword)).toBe(1);
});

test('the session is refreshed once for two tabs, with a new refresh token', async ({
  page,
  context,
  product,
  time,
  watched,
}) => {
  await signIn(page, product.mailbox);
  const tab = await context.newPage();
  await tab.goto('/login/success');
  await expect(successTitle(tab)).toBeVisible();
  const first = await cookieValue(page, 'refresh_token');

  await time.pass(minutes(16));
  await expect.poll(() => cookieValue(page, 'refresh_token')).not.toBe(first);
  await page.reload();
  await tab.reload();
  await expect(successTitle(page)).toBeVisible();
  await expect(successTitle(tab)).toBeVisible();
  expect(watched.calls(endpoints.refreshTokens)).toBe(1);
});

test('a person who comes back after twenty minutes is still signed in', async ({
  page,
  context,
  product,
  time,
  watched,
}) => {
  await signIn(page, product.mailbox);
  await page.close();
  await time.pass(minutes(20));
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(successTitle(tab)).toBeVisible();
  expect(watched.calls(endpoints.refreshTokens)).toBe(1);
});

test('signing out ends the session in both tabs and on the service', async ({
  page,
  context,
  product,
  request,
}) => {
  await signIn(page, product.mailbox);
  const refreshToken = await cookieValue(page, 'refresh_token');
  const tab = await context.newPage();
  await tab.goto('/login/success');
  await expect(successTitle(tab)).toBeVisible();
  // The service draws this page: it hears of other tabs once its script is there.
  await awake(tab);

  const revoked = page.waitForResponse((response) => response.url().endsWith(endpoints.revokeTokens.path));
  await page.getByRole('button', { name: /Log out/ }).click();
  expect((await revoked).status()).toBe(204);
  await expect(loginButton(page)).toBeVisible();
  await expect(loginButton(tab)).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);

  const refused = await request.post(endpoints.refreshTokens.path, { data: { refreshToken } });
  expect(refused.status()).toBe(401);
  await tab.goto('/login/success');
  await expect(loginButton(tab)).toBeVisible();
});

test('a session that the service ended is said in words', async ({
  page,
  product,
  request,
  time,
  watched,
}) => {
  watched.mayAnswer(401, endpoints.refreshTokens);
  await signIn(page, product.mailbox);
  const refreshToken = await cookieValue(page, 'refresh_token');
  await request.post(endpoints.revokeTokens.path, { data: { refreshToken } });
  await time.pass(minutes(16));
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
});

test('a session that nobody used for a month is over', async ({ page, context, product, time, watched }) => {
  watched.mayAnswer(401, endpoints.refreshTokens);
  await signIn(page, product.mailbox);
  await page.close();
  await time.pass(days(31));
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(loginButton(tab)).toBeVisible();
  await expect(errorSaying(tab, 'Your session has expired. Please log in again.')).toBeVisible();
});

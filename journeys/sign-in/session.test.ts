import { days, minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  cookieValue,
  errorMessage,
  loginButton,
  sessionCookies,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test('the session lasts after a reload and in a new tab', async ({ page, context, product, monitor }) => {
  await signIn(page, product.mailbox);
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(successTitle(tab)).toBeVisible();
  await expect(tab).toHaveURL(/\/login\/success/);
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
});

test(
  'two tabs refresh the session once, with a new refresh token',
  { tag: ['@engines', '@tabs'] },
  async ({ page, context, product, time, monitor }) => {
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
    expect(monitor.calls(endpoints.refreshTokens)).toBe(1);
  },
);

test('a person who returns after twenty minutes is still signed in', async ({
  page,
  context,
  product,
  time,
  monitor,
}) => {
  await signIn(page, product.mailbox);
  await page.close();
  await time.pass(minutes(20));
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(successTitle(tab)).toBeVisible();
  expect(monitor.calls(endpoints.refreshTokens)).toBe(1);
});

test(
  'signing out ends the session in both tabs and on the service',
  { tag: ['@engines', '@tabs'] },
  async ({ page, context, product, request }) => {
    await signIn(page, product.mailbox);
    const refreshToken = await cookieValue(page, 'refresh_token');
    const tab = await context.newPage();
    await tab.goto('/login/success');
    await expect(successTitle(tab)).toBeVisible();
    // The service renders this page: it hears of other tabs only after hydration.
    await waitForHydration(tab);

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
  },
);

test('a session that the service ended shows an error', async ({ page, product, request, time, monitor }) => {
  monitor.mayAnswer(401, endpoints.refreshTokens);
  await signIn(page, product.mailbox);
  const refreshToken = await cookieValue(page, 'refresh_token');
  await request.post(endpoints.revokeTokens.path, { data: { refreshToken } });
  await time.pass(minutes(16));
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
});

test('a session that is not used for a month ends', async ({ page, context, product, time, monitor }) => {
  monitor.mayAnswer(401, endpoints.refreshTokens);
  await signIn(page, product.mailbox);
  await page.close();
  await time.pass(days(31));
  const tab = await context.newPage();
  await tab.goto('/login');
  await expect(loginButton(tab)).toBeVisible();
  await expect(errorMessage(tab, 'Your session has expired. Please log in again.')).toBeVisible();
});

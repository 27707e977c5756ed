import { minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { signInBrowser } from '@app/testing/product/dashboard-session.ts';
import {
  cookieValue,
  loginButton,
  sessionCookies,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test(
  'two tabs share a sign-in, one refresh of the session, and its end by a sign-out',
  { tag: ['@engines', '@tabs'] },
  async ({ page, context, product, time, request, monitor }) => {
    const tab = await context.newPage();
    await tab.goto('/login');
    await expect(loginButton(tab)).toBeVisible();
    await waitForHydration(tab);
    await signIn(page, product.mailbox);
    await expect(successTitle(tab)).toBeVisible();
    // After a reload the page no longer asks whether to offer a passkey, which would need an access token that is good.
    await page.reload();
    await expect(successTitle(page)).toBeVisible();
    await waitForHydration(page);
    const first = await cookieValue(page, 'refresh_token');

    await time.pass(minutes(16));
    await expect.poll(() => cookieValue(page, 'refresh_token')).not.toBe(first);
    await page.reload();
    await tab.reload();
    await expect(successTitle(page)).toBeVisible();
    await expect(successTitle(tab)).toBeVisible();
    await waitForHydration(tab);
    expect(monitor.calls(endpoints.refreshTokens)).toBe(1);

    const refreshToken = await cookieValue(page, 'refresh_token');
    const revoked = page.waitForResponse((response) => response.url().endsWith(endpoints.revokeTokens.path));
    await page.getByRole('button', { name: /Log out/ }).click();
    expect((await revoked).status()).toBe(204);
    await expect(loginButton(page)).toBeVisible();
    await expect(loginButton(tab)).toBeVisible();
    expect(await sessionCookies(page)).toEqual([]);
    const refused = await request.post(endpoints.refreshTokens.path, { data: { refreshToken } });
    expect(refused.status()).toBe(401);
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  },
);

test('a session that the service ended shows an error', async ({ page, product, request, time, monitor }) => {
  monitor.mayAnswer(401, endpoints.refreshTokens);
  // The success page of a sign-in would make a call with the access token, which may come after the end.
  const { refresh_token: refreshToken } = await signInBrowser(page.context(), product);
  await page.goto('/login/success');
  await expect(successTitle(page)).toBeVisible();
  await waitForHydration(page);
  await request.post(endpoints.revokeTokens.path, { data: { refreshToken } });
  await time.pass(minutes(16));
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
});

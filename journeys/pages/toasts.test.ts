import type { Locator, Page } from '@playwright/test';

import { limits } from '@app/contract/fields/limits.ts';
import { pageErrorValues, ssoErrorValues, type PageErrorValue } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  emailField,
  errorMessage,
  loginButton,
  notifications,
} from '@app/testing/screens/sign-in-screens.ts';

const said: Record<PageErrorValue, string> = {
  'not-found': "We couldn't find the page you requested",
  'router-error': 'Something went wrong while navigating',
  unknown: 'An error occurred and we are looking into it. Please try again later.',
  'session-expired': 'Your session has expired. Please log in again.',
  'link-expired': 'The link has expired. Please contact an admin to get your invitation re-sent.',
  network: 'Connection lost. Please check your internet connection.',
  'too-many-requests': 'Too many requests, please try again shortly',
};
const redirected = 'You were redirected to login.';

const cards = (page: Page): Locator => notifications(page).getByRole('listitem');

for (const value of pageErrorValues) {
  test(`error=${value} on login is one critical toast that stays`, async ({ page, time }) => {
    await page.goto(`/login?lng=en&error=${value}`);
    await expect(cards(page)).toHaveText([said[value]]);
    await expect(page).toHaveURL(/\/login\?lng=en$/);
    await time.pass(limits.notificationDuration * 20);
    await expect(cards(page)).toHaveCount(1);
    await notifications(page).getByRole('button').click();
    await expect(cards(page)).toHaveCount(0);
    await page.reload();
    await expect(loginButton(page)).toBeVisible();
    await expect(notifications(page)).toBeHidden();
  });
}

test('an error elsewhere leads to login, with a single toast', async ({ page }) => {
  await page.goto('/password/forgot?error=network&x=1');
  await expect(cards(page)).toHaveText([said.network + redirected]);
  await expect(page).toHaveURL(/\/login\?x=1$/);
  await expect(loginButton(page)).toBeVisible();
});

test('an info toast leaves after five seconds, a critical one stays', async ({ page, time }) => {
  await page.goto('/login?error=network&notice=logged-out-here');
  await expect(cards(page)).toHaveCount(2);
  // Away from the toasts: a pointer on them stops their timers.
  await page.mouse.move(0, 899);
  await time.pass(limits.notificationDuration);
  await expect(cards(page)).toHaveText([said.network]);
});

test('the timer stops while the pointer or the focus is on a toast', async ({ page, time }) => {
  await page.goto('/login?notice=logged-out-here');
  const info = cards(page);
  await info.hover();
  await time.pass(limits.notificationDuration * 3);
  await expect(info).toBeVisible();
  await page.mouse.move(0, 899);
  await page.keyboard.press('F6');
  await time.pass(limits.notificationDuration * 3);
  await expect(info).toBeVisible();
  await emailField(page).focus();
  await time.pass(limits.notificationDuration);
  await expect(info).toHaveCount(0);
});

test('a toast is 344 px wide, 40 px high at least, above everything, beside the form, and at the bottom of a phone', async ({
  page,
}) => {
  await page.goto('/login?error=network');
  const card = cards(page).first();
  const box = await card.boundingBox();
  expect(box?.width).toBe(344);
  expect(box?.height).toBeGreaterThanOrEqual(40);
  await expect(card).toHaveCSS('min-height', '40px');
  await expect(notifications(page)).toHaveCSS('z-index', '1009');
  // Beside the form and off the panel's text, at any width that has a panel.
  const places: string[] = [];
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    const edges = () =>
      page.evaluate(() => {
        const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [toast, form, slogan] = [of('[role=region] li'), of('main form'), of('[data-slogan]')];
        return {
          fromForm: (toast?.left ?? 0) - (form?.right ?? 0),
          fromSlogan: (toast?.top ?? 0) - (slogan?.bottom ?? 0),
          toTheEnd: innerWidth - (toast?.right ?? 0),
        };
      });
    const { fromForm, fromSlogan, toTheEnd } = await edges();
    expect([fromForm > 0, fromSlogan > 0, toTheEnd > 0], `${size.width}`).toEqual([true, true, true]);
    places.push(`${size.width}: ${Math.round(fromForm)} px beside the form`);
  }
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => card.boundingBox()).toMatchObject({ width: Math.min(344, size.width - 2 * 16) });
    const place = await card.boundingBox();
    expect(size.height - (place?.y ?? 0) - (place?.height ?? 0), 'at the bottom').toBe(16);
    places.push(`${size.width}: at the bottom`);
  }
  console.log(`toast: ${places.join(', ')}`);
});

test('an SSO value is a credentials error in the form, not a toast, on every page', async ({ page }) => {
  test.slow();
  const addresses = ssoErrorValues.map((value) => `/login?error=${value}`);
  for (const address of [...addresses, '/login/sso?error=sso-denied', '/password/forgot?error=sso-expired']) {
    await page.goto(address);
    await expect(errorMessage(page, 'The credentials provided are incorrect.'), address).toBeVisible();
    // The single sign-on form.
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(notifications(page)).toBeHidden();
  }
});

test('unknown values are removed from the address and show nothing', async ({ page }) => {
  const values = ['', 'nope', 'Not-Found', 'sso', '__proto__', '<b>x</b>'];
  for (const value of values) {
    await page.goto(`/login?error=${encodeURIComponent(value)}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(loginButton(page)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    await expect(notifications(page)).toBeHidden();
  }
  console.log(
    `error parameter: ${pageErrorValues.length + ssoErrorValues.length} known values, ${values.length} others silent`,
  );
});

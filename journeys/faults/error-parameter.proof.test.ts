/** The `error` query parameter (spec §2) with every known value on every page, and with unknown values. */
import type { Page } from '@playwright/test';

import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';
import { pageErrorValues, ssoErrorValues, type PageErrorValue } from '@app/contract/fields/vocabulary.ts';

import { tokenNames } from '@app/testing/product/mailed-links.ts';
import { inEachLanguage } from '@app/testing/browser/each-language.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  emailField,
  errorMessage,
  logIn,
  loginButton,
  notifications,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

// Without the brand's panel, whose drawing is a third of a page's load; no message depends on the size.
test.use({ viewport: { width: 800, height: 600 } });

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
const incorrect = 'The credentials provided are incorrect.';

const otherPages = [
  '/login/success',
  '/password/forgot',
  ...Object.keys(tokenNames),
  emailChangePath,
  emailChangeCancelPath,
  '/signup',
  '/action_result',
  '/status',
];

const toasts = (page: Page) => notifications(page).getByRole('listitem');

/** Waits for the navigation itself: an assertion of the address looks only every tenth of a second, on 100 pages. */
async function waitForAddress(page: Page, address: RegExp, opened: string): Promise<void> {
  await page.waitForURL(address).catch((cause: unknown) => {
    throw new Error(`${opened} stays at ${page.url()}`, { cause });
  });
}

/** Stops the page's clock, so that an info toast stays until the test has read it. */
async function holdTime(page: Page, now: number): Promise<void> {
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

test('every known value shows one message, on login and elsewhere, and is removed from the address', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000);
  await holdTime(page, await product.now());
  let count = 0;
  async function open(path: string, value: string): Promise<void> {
    await page.goto(`${path}?x=1&error=${value}&y=a%20b`);
    await waitForAddress(page, /\/login\?x=1&y=a(?:\+|%20)b$/, `${path} ${value}`);
    // The password form, or for an SSO value the single sign-on form.
    await expect(emailField(page)).toBeVisible();
    count += 1;
  }

  for (const value of pageErrorValues) {
    await open('/login', value);
    await expect(toasts(page)).toHaveText([said[value]]);
    await open('/password/forgot', value);
    await expect(toasts(page)).toHaveText([said[value] + redirected]);
  }
  for (const path of otherPages) {
    await open(path, 'link-expired');
    await expect(toasts(page), path).toHaveText([said['link-expired'] + redirected]);
  }
  for (const value of ssoErrorValues) {
    for (const path of ['/login', '/status', '/login/sso']) {
      await open(path, value);
      await expect(errorMessage(page, incorrect)).toBeVisible();
      await expect(toasts(page)).toHaveCount(0);
    }
  }
});

test('a signed-in person sees the message too, stays signed in, and is not sent to login', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  let count = 0;
  for (const value of [...pageErrorValues, ...ssoErrorValues]) {
    for (const path of ['/login', '/status']) {
      await page.goto(`${path}?error=${value}&x=1`);
      await expect(toasts(page)).toHaveText([said[value as PageErrorValue] ?? incorrect]);
      await expect(page).toHaveURL(/\/login\/success\?x=1$/);
      await expect(successTitle(page)).toBeVisible();
      count += 1;
    }
  }
});

const unknownValues = [
  '',
  ' ',
  'nope',
  'sso',
  'sso-',
  'SSO-DENIED',
  'Not-Found',
  'not_found',
  'not-found ',
  'not-found\u0000',
  'unknown,network',
  'error',
  'null',
  'undefined',
  'true',
  '0',
  '404',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '<b>x</b>',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{reseller}}',
  '$t(errors.unknown)',
  'errors.unknown',
  '../login',
  '%',
  '\u202eknwonu',
  'ｕｎｋｎｏｗｎ',
  'x'.repeat(4000),
  '[]',
];

test('an unknown value shows nothing, does not redirect, and is removed from the address', async ({
  page,
}) => {
  test.setTimeout(300_000);
  for (const value of unknownValues) {
    for (const path of ['/login', '/password/forgot']) {
      await page.goto(`${path}?x=1&error=${encodeURIComponent(value)}`);
      await waitForAddress(page, new RegExp(`${path}\\?x=1$`), `${path} ${value}`);
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      await expect(toasts(page)).toHaveCount(0);
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    }
  }
});

test(
  'a value shows its message once: not again after a reload, back or forward',
  { tag: ['@engines', '@history'] },
  async ({ page }) => {
    await page.goto('/password/forgot');
    await page.goto('/login?error=router-error');
    await expect(toasts(page)).toHaveText([said['router-error']]);
    await page.reload();
    await expect(loginButton(page)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/password\/forgot$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/login$/);
    await expect(loginButton(page)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  },
);

test('a page shows one error, even if the address has several', async ({ page }) => {
  await page.goto('/login?error=network&error=unknown&error=nope');
  await expect(toasts(page)).toHaveText([said.network]);
  await expect(page).toHaveURL(/\/login$/);
});

test('the text of a toast follows the language', async ({ page }) => {
  await page.goto('/login?error=network');
  await expect(toasts(page)).toHaveText([said.network]);
  for (const { language, text } of await inEachLanguage(page, '[role="region"] li')) {
    expect(text, language).toContain(translation('errors.network', language));
  }
});

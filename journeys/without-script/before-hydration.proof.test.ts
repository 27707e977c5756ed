import type { BrowserContext } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  ben,
  codeField,
  codeTitle,
  emailField,
  loginButton,
  password,
  passwordField,
  successTitle,
  errorMessage,
} from '@app/testing/screens/sign-in-screens.ts';

/** Delays all scripts until the returned function is called: the page stays as the server rendered it. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test(
  'text typed before the page hydrates is kept and used',
  { tag: '@engines' },
  async ({ page, context, product, monitor }) => {
    const releaseScripts = await holdScripts(context);
    await page.goto('/login', { waitUntil: 'commit' });
    await emailField(page).fill(ada);
    await passwordField(page).fill(password);
    releaseScripts();
    await page.waitForLoadState('load');
    await expect(emailField(page)).toHaveValue(ada);
    await expect(passwordField(page)).toHaveValue(password);

    await loginButton(page).click();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(await product.mailbox.nextCode(ada));
    await expect(successTitle(page)).toBeVisible();
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
    expect(monitor.calls(endpoints.verifyCode)).toBe(1);
  },
);

test(
  'a submit before the page hydrates leads to the code step',
  { tag: ['@engines', '@routed-post'] },
  async ({ page, context, product, monitor }) => {
    const releaseScripts = await holdScripts(context);
    await page.goto('/login', { waitUntil: 'commit' });
    await emailField(page).fill(ada);
    await passwordField(page).fill(password);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await loginButton(page).click({ noWaitAfter: true });
    await posted;
    releaseScripts();
    await expect(codeTitle(page)).toBeVisible();
    await expect(page.getByText(ada)).toBeVisible();
    // Only the script moves the focus: from here on a complete code submits itself.
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(await product.mailbox.nextCode(ada));
    await expect(successTitle(page)).toBeVisible();
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(0);
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
  },
);

test(
  'a wrong password sent before the page hydrates shows the same error',
  { tag: ['@engines', '@routed-post'] },
  async ({ page, context, monitor }) => {
    monitor.mayAnswer(401, { path: '/login' });
    const releaseScripts = await holdScripts(context);
    await page.goto('/login', { waitUntil: 'commit' });
    await emailField(page).fill(ada);
    await passwordField(page).fill('Wrong-Password-1!');
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await loginButton(page).click({ noWaitAfter: true });
    await posted;
    releaseScripts();
    const words = 'The credentials provided are incorrect.';
    await expect(errorMessage(page, words)).toBeVisible();
    await expect(emailField(page)).toHaveValue(ada);
    await expect(page).toHaveURL('/login');
  },
);

test('an early submit keeps the language of the address', async ({ page, context, monitor }) => {
  monitor.mayAnswer(401, { path: '/login' });
  const releaseScripts = await holdScripts(context);
  await page.goto('/login?lng=de', { waitUntil: 'commit' });
  await page.locator('input[name="email"]').fill(ada);
  await page.locator('input[name="password"]').fill('Wrong-Password-1!');
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click({ noWaitAfter: true });
  await posted;
  releaseScripts();
  await expect(errorMessage(page, /./)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
});

test('an early submit signs in an account without a code step', async ({ page, context }) => {
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await emailField(page).fill(ben);
  await passwordField(page).fill(password);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await loginButton(page).click({ noWaitAfter: true });
  await posted;
  releaseScripts();
  await expect(successTitle(page)).toBeVisible();
});

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false });

  test("the service's answer is the styled form, without a layout shift", async ({ page }) => {
    await page.goto('/login');
    await expect(emailField(page)).toBeVisible();
    await expect(passwordField(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(loginButton(page)).toBeVisible();
    await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0);
    await expect(page.locator('form')).toHaveAttribute('method', 'post');
    const box = await loginButton(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
  });
});

test('the form does not move when the page hydrates', async ({ page, context }) => {
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(loginButton(page)).toBeVisible();
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await loginButton(page).boundingBox();
  releaseScripts();
  await page.waitForLoadState('load');
  await loginButton(page).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await page.reload();
  await expect(loginButton(page)).toBeVisible();
  expect(await loginButton(page).boundingBox()).toEqual(before);
});

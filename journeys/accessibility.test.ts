import type { Page } from '@playwright/test';

import { minutes, seconds } from '@app/contract/durations.ts';
import { endpoints } from '@app/contract/endpoints.ts';

import { findingsOf } from './axe.ts';
import { expect, test } from './journey.ts';
import { wrongCode } from './mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  logIn,
  loginButton,
  passwordField,
  resendButton,
  successTitle,
  errorSaying,
} from './people.ts';

const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('axe finds nothing on any screen in any state, light and dark, large and small', async ({
  page,
  context,
  product,
  time,
  watched,
}) => {
  test.setTimeout(120_000);
  watched.mayAnswer(401, endpoints.signInWithPassword);
  watched.mayAnswer(401, endpoints.verifyCode);
  watched.mayAnswer(429, endpoints.resendCode);
  watched.mayFail();
  const findings: string[] = [];
  const states: string[] = [];
  async function check(state: string, where: Page = page): Promise<void> {
    states.push(state);
    for (const colorScheme of themes) {
      await where.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of sizes) {
        await where.setViewportSize(size);
        const found = await findingsOf(where);
        findings.push(...found.map((finding) => `${state}, ${colorScheme}, ${size.width}: ${finding}`));
        const sideways = await where.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (sideways > 0) findings.push(`${state}, ${size.width}: scrolls sideways by ${sideways}`);
      }
    }
  }

  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await check('login');
  await loginButton(page).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await check('field errors');
  await logIn(page, ada, 'Wrong-Password-1!');
  await expect(errorSaying(page, 'incorrect')).toBeVisible();
  await check('wrong password');
  await context.setOffline(true);
  await expect(page.getByText(/Connection lost/).first()).toBeVisible();
  await check('offline');
  await context.setOffline(false);

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${endpoints.signInWithPassword.path}`, async (route) => {
    await promise;
    await route.continue();
  });
  await logIn(page, ada);
  await expect(page.getByRole('button', { name: /Login/ })).toHaveAttribute('aria-busy', 'true');
  await check('submitting');
  resolve();
  await expect(codeTitle(page)).toBeVisible();
  await check('code');
  const code = await product.mailbox.nextCode(ada);
  await codeField(page).fill(wrongCode(code));
  await expect(errorSaying(page, 'Wrong or expired')).toBeVisible();
  await check('wrong code');
  for (const stage of ['first', 'second', 'third', 'fourth']) {
    await time.pass(seconds(61));
    await resendButton(page).click();
    await expect(page.getByText(/We sent you|Last try|too many codes/)).toBeVisible();
    await check(`${stage} new code`);
    if (stage !== 'fourth') await product.mailbox.next(ada);
  }
  await time.pass(minutes(11));
  await check('code expired');
  await page.getByRole('link', { name: /Try to login again/ }).click();
  await passwordField(page).fill('');
  await emailField(page).fill('');
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  await check('success');

  const held = Promise.withResolvers<void>();
  await context.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const loading = await context.newPage();
  await loading.goto('/login', { waitUntil: 'commit' });
  await expect(loading.getByRole('status')).toBeVisible();
  await check('loading', loading);
  held.resolve();

  console.log(
    `axe: ${states.length} states × ${themes.length} themes × ${sizes.length} sizes: ${findings.length} findings`,
  );
  expect(findings).toEqual([]);
});

/** How far the page can be scrolled sideways, and what sticks out. */
async function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth,
    );
    return wide.map((element) => `${element.tagName} ${element.className}`);
  });
}

test('nothing sticks out at 320 pixels, in all six languages', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ['en', 'de', 'es', 'fr', 'it', 'no']) {
    await page.goto(`/login?lng=${language}`);
    await expect(page.locator('input[name="email"]')).toBeVisible();
    expect(await sticksOut(page), language).toEqual([]);
  }
});

test('text of twice the size fits, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  // As the browser's own text size does: the root's size, from which all others follow.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  expect(await sticksOut(page)).toEqual([]);
  await loginButton(page).scrollIntoViewIfNeeded();
  await expect(loginButton(page)).toBeInViewport();
  const clipped = await loginButton(page).evaluate((button) => button.scrollHeight > button.clientHeight + 1);
  expect(clipped).toBe(false);
});

test('the screens can be used in the colours of the system, and without movement', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  const border = await emailField(page).evaluate((field) => {
    const holders = [field, field.parentElement].filter((each) => each !== null);
    return holders.some((each) => parseFloat(getComputedStyle(each).borderTopWidth) > 0);
  });
  expect(border, 'a field has an edge where backgrounds are gone').toBe(true);
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        return Number(duration) > 10 && iterations === Infinity;
      }).length,
  );
  expect(moving).toBe(0);
});

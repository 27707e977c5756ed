import type { Page } from '@playwright/test';

import { seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  codeField,
  codeTitle,
  logInToCodeStep,
  loginButton,
  resendButton,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

/** The seconds of the countdown on 'Send new code'. */
async function countdown(page: Page): Promise<number> {
  const [, min, sec] = /(\d+):(\d\d)/.exec(await resendButton(page).innerText()) ?? [];
  return Number(min) * 60 + Number(sec);
}

test('a reload and a second tab at the code step show the same countdown', async ({
  page,
  context,
  product,
  time,
}) => {
  const code = await logInToCodeStep(page, product.mailbox);
  await time.pass(seconds(20));
  await expect.poll(() => countdown(page)).toBeLessThanOrEqual(40);
  const before = await countdown(page);

  await page.reload();
  await expect(codeTitle(page)).toBeVisible();
  await expect(resendButton(page)).toBeDisabled();
  const after = await countdown(page);
  expect(after).toBeLessThanOrEqual(before);
  expect(after).toBeGreaterThan(before - 10);

  const second = await context.newPage();
  await second.goto('/login');
  await expect(codeTitle(second)).toBeVisible();
  expect(Math.abs((await countdown(second)) - (await countdown(page)))).toBeLessThanOrEqual(2);

  await codeField(second).fill(code);
  await expect(successTitle(second)).toBeVisible();
  await expect(successTitle(page)).toBeVisible();
  expect(await product.mailbox.mails('ada@northline.test')).toHaveLength(1);
});

test('a browser with a wrong clock shows the same countdown', async ({ page, context, product }) => {
  await context.clock.install({ time: (await product.now()) - 86_400_000 });
  await logInToCodeStep(page, product.mailbox);
  const shown = await countdown(page);
  expect(shown).toBeGreaterThan(50);
  expect(shown).toBeLessThanOrEqual(60);
});

test('a reload at the code step sends no second mail and needs no second sign-in', async ({
  page,
  product,
  monitor,
}) => {
  const code = await logInToCodeStep(page, product.mailbox);
  for (let reloads = 0; reloads < 3; reloads += 1) {
    await page.reload();
    await expect(codeTitle(page)).toBeVisible();
  }
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
  expect(await product.mailbox.mails('ada@northline.test')).toHaveLength(1);
});

test(
  'a sign-in also signs in a tab that still shows the password form',
  { tag: ['@engines', '@tabs'] },
  async ({ page, context, product }) => {
    const tab = await context.newPage();
    await tab.goto('/login');
    await expect(loginButton(tab)).toBeVisible();
    await signIn(page, product.mailbox);
    await expect(successTitle(tab)).toBeVisible();
  },
);

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  logInToCodeStep,
  loginButton,
  logOut,
  sessionCookies,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test(
  'a reload, and going back and forward, keep the code step: no second mail and no second sign-in',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const code = await logInToCodeStep(page, product.mailbox);
    await page.reload();
    await expect(codeTitle(page)).toBeVisible();
    await waitForHydration(page);
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await expect(emailField(page)).toHaveValue(ada);
    await page.goForward();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(code);
    await expect(successTitle(page)).toBeVisible();
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
  },
);

test(
  'going back from another page shows a working screen, also after a sign-in and a sign-out',
  { tag: ['@engines', '@history'] },
  async ({ page, product }) => {
    await page.goto('/login');
    await emailField(page).fill(ada);
    await page.goto('/help');
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await signIn(page, product.mailbox);

    // A signed-in person is not asked to sign in.
    await page.goBack();
    await page.goto('/login');
    await expect(successTitle(page)).toBeVisible();
    await page.goto('/help');
    await page.goBack();
    await expect(successTitle(page)).toBeVisible();
    await logOut(page);
    await page.goto('/help');
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await expect(successTitle(page)).toBeHidden();
    expect(await sessionCookies(page)).toEqual([]);
  },
);

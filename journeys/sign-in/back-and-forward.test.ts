import { expect, test } from '@app/testing/browser/browser-test.ts';
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
  'back goes to the password form with the email prefilled, forward returns to the code',
  { tag: '@engines' },
  async ({ page, product }) => {
    const code = await logInToCodeStep(page, product.mailbox);
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await expect(emailField(page)).toHaveValue(ada);
    await page.goForward();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(code);
    await expect(successTitle(page)).toBeVisible();
  },
);

test(
  'back from the success page does not ask a signed-in person to sign in',
  { tag: ['@engines', '@history'] },
  async ({ page, product }) => {
    await signIn(page, product.mailbox);
    await page.goBack();
    await page.goto('/login');
    await expect(successTitle(page)).toBeVisible();
  },
);

test(
  'going back from another page shows a working screen, also after a sign-out',
  { tag: ['@engines', '@history'] },
  async ({ page, product }) => {
    await page.goto('/login');
    await emailField(page).fill(ada);
    await page.goto('/help');
    await page.goBack();
    await expect(loginButton(page)).toBeVisible();
    await signIn(page, product.mailbox);

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

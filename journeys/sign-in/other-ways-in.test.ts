import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  codeTitle,
  emailField,
  errorSaying,
  gina,
  logIn,
  password,
  passwordField,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test('a person without a second step is signed in by the password alone', async ({
  page,
  product,
  watched,
}) => {
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(watched.calls(endpoints.verifyCode)).toBe(0);
  expect(await product.mailbox.mails(ben)).toHaveLength(0);
});

const configured = [
  { who: gina, words: 'Your company admin has configured your account to use Google Sign-in' },
  { who: sam, words: 'Your company admin has configured your account to use SSO' },
  // Whoever they are: the domain is claimed for single sign-on.
  { who: 'nobody@northline-sso.test', words: 'Your company admin has configured your account to use SSO' },
];
for (const { who, words } of configured) {
  test(`${who} reads '${words}'`, async ({ page, watched }) => {
    watched.mayAnswer(403, endpoints.signInWithPassword);
    await page.goto('/login');
    await logIn(page, who);
    await expect(errorSaying(page, words)).toBeVisible();
    await expect(codeTitle(page)).toBeHidden();
    await expect(emailField(page)).toHaveValue(who);
    // The way that the account has is the one that a person finds next.
    if (who === gina) await expect(passwordField(page)).toHaveValue(password);
    else await expect(page.getByText('To start, enter your work email')).toBeVisible();
    expect(await sessionCookies(page)).toEqual([]);
  });
}

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  codeTitle,
  emailField,
  errorMessage,
  gina,
  logIn,
  password,
  passwordField,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test('an account without a code step is signed in with the password only', async ({
  page,
  product,
  monitor,
}) => {
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(monitor.calls(endpoints.verifyCode)).toBe(0);
  expect(await product.mailbox.mails(ben)).toHaveLength(0);
});

const configured = [
  { who: gina, words: 'Your company admin has configured your account to use Google Sign-in' },
  { who: sam, words: 'Your company admin has configured your account to use SSO' },
  // For every address of the domain, which is claimed for single sign-on.
  { who: 'nobody@northline-sso.test', words: 'Your company admin has configured your account to use SSO' },
];
for (const { who, words } of configured) {
  test(`${who} sees '${words}'`, async ({ page, monitor }) => {
    monitor.mayAnswer(403, endpoints.signInWithPassword);
    await page.goto('/login');
    await logIn(page, who);
    await expect(errorMessage(page, words)).toBeVisible();
    await expect(codeTitle(page)).toBeHidden();
    await expect(emailField(page)).toHaveValue(who);
    // The screen then shows the account's own method.
    if (who === gina) await expect(passwordField(page)).toHaveValue(password);
    else await expect(page.getByText('To start, enter your work email')).toBeVisible();
    expect(await sessionCookies(page)).toEqual([]);
  });
}

import { minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  logInToCodeStep,
  loginButton,
  passwordField,
  password,
  successTitle,
  errorMessage,
} from '@app/testing/screens/sign-in-screens.ts';

test('a code expires after ten minutes with an error, and going back prefills the email', async ({
  page,
  product,
  time,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  const code = await logInToCodeStep(page, product.mailbox);
  await time.pass(minutes(10) + 1000);
  await codeField(page).fill(code);
  await expect(errorMessage(page, /expired/i)).toBeVisible();
  await expect(successTitle(page)).toBeHidden();

  await page.getByRole('link', { name: /Try to login again/ }).click();
  await expect(loginButton(page)).toBeVisible();
  await expect(emailField(page)).toHaveValue(ada);
  await passwordField(page).fill(password);
  await loginButton(page).click();
  await expect(codeTitle(page)).toBeVisible();
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
});

test('a code of just under ten minutes is accepted', async ({ page, product, time }) => {
  const code = await logInToCodeStep(page, product.mailbox);
  await time.pass(minutes(9) + 30_000);
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
});

test('a challenge that is half an hour old has ended, also after a reload', async ({
  page,
  product,
  time,
}) => {
  await logInToCodeStep(page, product.mailbox);
  await time.pass(minutes(31));
  await page.reload();
  await expect(loginButton(page)).toBeVisible();
  await expect(codeTitle(page)).toBeHidden();
});

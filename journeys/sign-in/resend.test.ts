import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  emailField,
  errorMessage,
  logInToCodeStep,
  loginButton,
  resendButton,
} from '@app/testing/screens/sign-in-screens.ts';

const stages = [
  'We sent you a new code.',
  'We sent you another code. Please check your spam folder too.',
  'Last try! We sent you one more code.',
];
const tooManyCodes = 'You have asked for too many codes. Please log in again in a few minutes.';

test(
  'a new code can be requested three times, a minute apart, and an expired code leads back to the login',
  { tag: '@engines' },
  async ({ page, product, time, monitor }) => {
    monitor.mayAnswer(429, endpoints.resendCode);
    monitor.mayAnswer(401, endpoints.verifyCode);
    const first = await logInToCodeStep(page, product.mailbox);
    for (const stage of stages) {
      await expect(resendButton(page)).toBeDisabled();
      await expect(resendButton(page)).toContainText(/1:00|0:[345]\d/);
      await time.pass(seconds(61));
      await expect(resendButton(page)).toBeEnabled();
      await resendButton(page).click();
      await expect(page.getByText(stage)).toBeVisible();
      await product.mailbox.next(ada);
    }
    await time.pass(seconds(61));
    await resendButton(page).click();
    await expect(page.getByText(tooManyCodes)).toBeVisible();
    expect(monitor.calls(endpoints.resendCode)).toBe(4);
    expect(await product.mailbox.mails(ada)).toHaveLength(4);

    await time.pass(minutes(10));
    await codeField(page).fill(first);
    await expect(errorMessage(page, /expired/i)).toBeVisible();
    await page.getByRole('link', { name: /Try to login again/ }).click();
    await expect(loginButton(page)).toBeVisible();
    await expect(emailField(page)).toHaveValue(ada);
  },
);

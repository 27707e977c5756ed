import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  logInToCodeStep,
  resendButton,
  successTitle,
  errorMessage,
} from '@app/testing/screens/sign-in-screens.ts';

const stages = [
  'We sent you a new code.',
  'We sent you another code. Please check your spam folder too.',
  'Last try! We sent you one more code.',
];
const tooManyCodes = 'You have asked for too many codes. Please log in again in a few minutes.';

test(
  'a new code can be requested three times, a minute apart, and the fourth request is refused',
  { tag: '@engines' },
  async ({ page, product, time, monitor }) => {
    monitor.mayAnswer(429, endpoints.resendCode);
    const first = await logInToCodeStep(page, product.mailbox);
    const codes = [first];
    for (const stage of stages) {
      await expect(resendButton(page)).toBeDisabled();
      await expect(resendButton(page)).toContainText(/1:00|0:[345]\d/);
      await time.pass(seconds(61));
      await expect(resendButton(page)).toBeEnabled();
      await resendButton(page).click();
      await expect(page.getByText(stage)).toBeVisible();
      codes.push(await product.mailbox.nextCode(ada));
    }
    await time.pass(seconds(61));
    await resendButton(page).click();
    await expect(page.getByText(tooManyCodes)).toBeVisible();
    expect(monitor.calls(endpoints.resendCode)).toBe(4);
    expect(await product.mailbox.mails(ada)).toHaveLength(4);

    // All codes of one challenge are valid for ten minutes each, also the first.
    await codeField(page).fill(first);
    await expect(successTitle(page)).toBeVisible();
  },
);

test('a new code is valid longer than the first one', async ({ page, product, time, monitor }) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  const first = await logInToCodeStep(page, product.mailbox);
  await time.pass(minutes(9));
  await resendButton(page).click();
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  const second = await product.mailbox.nextCode(ada);
  await time.pass(minutes(2));
  await codeField(page).fill(first);
  await expect(errorMessage(page, /expired/i)).toBeVisible();
  await codeField(page).fill(second);
  await expect(successTitle(page)).toBeVisible();
});

test('a new code is announced also after a wrong one was refused', async ({
  page,
  product,
  time,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  const first = await logInToCodeStep(page, product.mailbox);
  await codeField(page).fill(wrongCode(first));
  await expect(errorMessage(page, /expired/i)).toBeVisible();
  await time.pass(seconds(61));
  await resendButton(page).click();
  await expect(page.getByText('We sent you a new code.')).toBeVisible();
  await expect(errorMessage(page, /expired/i)).toHaveCount(0);
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
});

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  codeField,
  errorMessage,
  logInToCodeStep,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

/** How a code may be written where it is copied. */
const written = [
  (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
  (code: string) => code.split('').join(' '),
  (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
  (code: string) => ` \t${code}\n`,
];

test('a code submits itself once, whichever way it is written and pasted, and not before it is complete', async ({
  page,
  context,
  product,
  monitor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  monitor.mayAnswer(401, endpoints.verifyCode);
  const code = await logInToCodeStep(page, product.mailbox);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');

  await codeField(page).pressSequentially(code.slice(0, 5));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  expect(monitor.calls(endpoints.verifyCode)).toBe(0);

  let guess = code;
  for (const [before, write] of written.entries()) {
    guess = wrongCode(guess);
    await codeField(page).fill('');
    await page.evaluate((text) => navigator.clipboard.writeText(text), write(guess));
    await page.keyboard.press('ControlOrMeta+V');
    await expect(
      errorMessage(page, before === 3 ? '1 try left.' : `${4 - before} tries left.`),
    ).toBeVisible();
    expect(monitor.calls(endpoints.verifyCode)).toBe(before + 1);
  }
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.verifyCode)).toBe(written.length + 1);
});

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { codeField, logInToCodeStep, successTitle } from '@app/testing/screens/sign-in-screens.ts';

const ways = [
  { how: 'with a space in the middle', written: (code: string) => `${code.slice(0, 3)} ${code.slice(3)}` },
  { how: 'with a space after each digit', written: (code: string) => code.split('').join(' ') },
  { how: 'with a hyphen', written: (code: string) => `${code.slice(0, 3)}-${code.slice(3)}` },
  { how: 'with the line around it', written: (code: string) => ` \t${code}\n` },
];
for (const { how, written } of ways) {
  test(`a code pasted ${how} submits itself, once`, async ({ page, context, product, monitor }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const code = await logInToCodeStep(page, product.mailbox);
    await page.evaluate((text) => navigator.clipboard.writeText(text), written(code));
    await codeField(page).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(successTitle(page)).toBeVisible();
    expect(monitor.calls(endpoints.verifyCode)).toBe(1);
  });
}

test(
  'a code typed with spaces submits itself, once',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const code = await logInToCodeStep(page, product.mailbox);
    await codeField(page).pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(successTitle(page)).toBeVisible();
    expect(monitor.calls(endpoints.verifyCode)).toBe(1);
  },
);

test('five digits do not submit themselves, and Verify says what is missing', async ({
  page,
  product,
  monitor,
}) => {
  const code = await logInToCodeStep(page, product.mailbox);
  await codeField(page).pressSequentially(code.slice(0, 5));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  expect(monitor.calls(endpoints.verifyCode)).toBe(0);
  await codeField(page).press('End');
  await page.keyboard.type(code.slice(5));
  await expect(successTitle(page)).toBeVisible();
});

test('the field accepts codes that the device fills in', async ({ page, product }) => {
  await logInToCodeStep(page, product.mailbox);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
});

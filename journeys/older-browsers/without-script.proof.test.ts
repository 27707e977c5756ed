import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  logIn,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

test.use({ olderBrowser: true, javaScriptEnabled: false });

test('the forms sign a person in by posts', async ({ page, product }) => {
  await page.goto('/login');
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  await expect(verifyButton(page)).toHaveCSS('background-color', 'rgb(0, 115, 90)');
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await verifyButton(page).click();
  await expect(successTitle(page)).toBeVisible();
});

/** The second step after Google and single sign-on, in a browser without JavaScript. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { whileProvidersAreAsked } from '@app/testing/product/company-admin.ts';
import { accountOf, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import {
  codeField,
  codeTitle,
  emailField,
  gina,
  sam,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

test.use({ javaScriptEnabled: false });

test('a code by email follows Google, and single sign-on', async ({ page, product, monitor }) => {
  await whileProvidersAreAsked(product, async () => {
    await product.mailbox.skip(gina);
    await page.goto('/login');
    await page.getByRole('link', { name: /^Sign in with Google/ }).click();
    await accountOf(page, gina).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(await product.mailbox.nextCode(gina));
    await verifyButton(page).click();
    await expect(successTitle(page)).toBeVisible();

    await page.context().clearCookies();
    await product.mailbox.skip(sam);
    monitor.mayReturn('/login/sso');
    await page.goto('/login/sso');
    await emailField(page).fill(sam);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await pickAtCompany(page, sam);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(await product.mailbox.nextCode(sam));
    await verifyButton(page).click();
    await expect(successTitle(page)).toBeVisible();
  });
});

/** The second step after Google and single sign-on, where the company wants it. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { whileProvidersAreAsked } from '@app/testing/product/company-admin.ts';
import { accountOf, goToCompany, goToGoogle, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import {
  codeField,
  codeTitle,
  cookieValue,
  emailField,
  gina,
  sam,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

test('a code by email follows Google, and single sign-on', async ({ page, product, monitor }) => {
  await whileProvidersAreAsked(product, async () => {
    await product.mailbox.skip(gina);
    monitor.mayReturn('/login');
    await goToGoogle(page);
    await accountOf(page, gina).click();
    await expect(codeTitle(page)).toBeVisible();
    await codeField(page).fill(await product.mailbox.nextCode(gina));
    await expect(successTitle(page)).toBeVisible();
    expect(await cookieValue(page, 'auth_strategy')).toBe('google');

    await page.context().clearCookies();
    await product.mailbox.skip(sam);
    monitor.mayReturn('/login/sso');
    await goToCompany(page, sam);
    await pickAtCompany(page, sam);
    await expect(codeTitle(page)).toBeVisible();
    await page.reload();
    await codeField(page).fill(await product.mailbox.nextCode(sam));
    await expect(successTitle(page)).toBeVisible();
    expect(await cookieValue(page, 'saml_logout_url')).toContain('logout_token');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of the code follows too', async ({ page, product, monitor }) => {
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
});

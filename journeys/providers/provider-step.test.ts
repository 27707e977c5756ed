/** The second step after Google and single sign-on, where the company wants it. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { whileProvidersAreAsked } from '@app/testing/product/company-admin.ts';
import { accountOf, goToCompany, goToGoogle, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import {
  codeField,
  codeTitle,
  cookieValue,
  gina,
  sam,
  successTitle,
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

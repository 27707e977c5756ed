/** The canary test in the browser (threat D11): Google, single sign-on and an invitation. */
import { choose, confirmButton } from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { watchSecrets } from '@app/testing/browser/secret-watch.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { newAddress } from '@app/testing/product/mailed-links.ts';
import { accountOf, goToCompany, goToGoogle, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import { gina, logOut, sam, successTitle } from '@app/testing/screens/sign-in-screens.ts';

const words = 'broken on purpose by the canary of providers';

test('Google, single sign-on and an invitation leave no secret in beacons and log', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayLog(new RegExp(words));
  const watch = await watchSecrets(page.context());
  const fail = async (name: string): Promise<void> => {
    await page.evaluate(
      ([said, given]) => console.error(said, given, { text: JSON.stringify(given) }, document.cookie),
      [words, watch.deep(name)] as const,
    );
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  };
  monitor.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
  await fail('success page after Google');
  await logOut(page);

  monitor.mayReturn('/login/sso');
  await goToCompany(page, sam);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  await fail('success page after single sign-on');
  await page.context().clearCookies();

  const ivo = newAddress('ivo');
  await asAdmin(product).invite(ivo);
  const link = linkIn(await product.mailbox.next(ivo), '/users/confirmation');
  watch.secrets.learn('token of the invitation', link.token);
  await openLink(page, link.address, monitor);
  await choose(page, watch.secrets.plant('password of an invitation'));
  await confirmButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await fail('success page after an invitation');

  await expect.poll(() => product.output().split(words).length).toBeGreaterThan(3);
  const { found } = await watch.hunt(new Map([['log', product.output()]]));
  expect(found).toEqual([]);
});

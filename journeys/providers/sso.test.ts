import { minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForAccount } from '@app/testing/product/dashboard-session.ts';
import {
  ben,
  cookieValue,
  emailField,
  errorMessage,
  logIn,
  loginButton,
  passwordField,
  petra,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import {
  accountOf,
  expectRefused,
  submitSsoForm,
  goToCompany,
  pickAtCompany,
} from '@app/testing/screens/provider-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

const back = '/login/sso';

test(
  'a person signs in with single sign-on, and logs out',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    monitor.mayReturn(back);
    await goToCompany(page, sam);
    await pickAtCompany(page, sam);
    await expect(successTitle(page)).toBeVisible();
    await expect(page).toHaveURL('/login/success');
    expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
    expect(await cookieValue(page, 'auth_strategy')).toBe('saml');
    expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);
    expect(await product.mailbox.mails(sam)).toHaveLength(0);

    // The logout goes to the company's provider and back.
    await page.getByRole('button', { name: /Log out/ }).click();
    await expect(
      page
        .getByRole('region', { name: translation('notices.region') })
        .getByText(translation('notices.loggedOut')),
    ).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await sessionCookies(page)).toEqual([]);
    await expect(loginButton(page)).toBeVisible();
    expect(await cookieValue(page, 'saml_logout_url')).toBeUndefined();
  },
);

test(
  "an address of the company's domain gets a link to single sign-on, which signs in",
  { tag: '@engines' },
  async ({ page, monitor }) => {
    monitor.mayReturn(back);
    await page.goto('/login');
    await waitForHydration(page);
    const offer = page.getByRole('link', { name: translation('login.offerSso') });
    await emailField(page).fill(ben);
    await page.keyboard.press('Tab');
    await expect.poll(() => monitor.calls(endpoints.checkSsoDomain)).toBe(1);
    await expect(offer).toHaveCount(0);

    // A new page: a late answer about Ben's domain would look up Sam's before the Tab.
    await page.goto('/login');
    await waitForHydration(page);
    await emailField(page).fill(sam);
    const { y = 0 } = (await passwordField(page).boundingBox()) ?? {};
    await page.keyboard.press('Tab');
    await expect(offer).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    // The link moves nothing that the person may be about to press.
    expect((await passwordField(page).boundingBox())?.y).toBe(y);

    await page.keyboard.press('Shift+Tab');
    await expect(offer).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(translation('sso.lead'))).toBeVisible();
    await expect(emailField(page)).toHaveValue(sam);
    await page.keyboard.press('Enter');
    await pickAtCompany(page, sam);
    await expect(successTitle(page)).toBeVisible();
  },
);

test('denying, going back, a reload and minutes at the provider do not break the sign-in, which keeps its redirect target', async ({
  page,
  time,
  monitor,
}) => {
  monitor.mayAnswer(403, endpoints.signInWithPassword);
  await page.goto('/login');
  await waitForHydration(page);
  await logIn(page, petra);
  await expect(errorMessage(page, translation('errors.strategySaml'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(petra);
  await submitSsoForm(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expectRefused(page, 'sso.denied');
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(0);

  await waitForHydration(page);
  await emailField(page).fill(petra);
  await submitSsoForm(page);
  await expect(accountOf(page, petra)).toBeVisible();
  await page.goBack();
  await expect(emailField(page)).toHaveValue(petra);
  await goToCompany(page, petra, '/login?redirect=%2Fdashboard');
  await page.reload();
  await time.pass(minutes(9));
  monitor.mayReturn(back);
  await pickAtCompany(page, petra, { wait: 2 });
  await expect(page).toHaveURL(/\/dashboard\b/);
  await waitForAccount(page, petra);
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);
});

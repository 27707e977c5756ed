import type { Page } from '@playwright/test';

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
import type { Monitor } from '@app/testing/browser/monitor.ts';
import { translation } from '@app/testing/product/texts.ts';

const back = '/login/sso';

/** Follows the advice on the screen and signs in. */
async function beginAgain(page: Page, monitor: Monitor): Promise<void> {
  monitor.mayReturn(back);
  await emailField(page).fill(sam);
  await submitSsoForm(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
}

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

test("any address of the company's domain leads to its provider, with or without an account", async ({
  page,
}) => {
  await goToCompany(page, 'nobody@northline-sso.test');
});

test('denying at the provider shows an error, and the person can begin again', async ({ page, monitor }) => {
  await goToCompany(page, sam);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expectRefused(page, 'sso.denied');
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(0);
  await beginAgain(page, monitor);
});

test('a slow provider, and a person who takes minutes, do not break the sign-in', async ({
  page,
  time,
  monitor,
}) => {
  await goToCompany(page, sam);
  await time.pass(minutes(9));
  monitor.mayReturn(back);
  await pickAtCompany(page, sam, { wait: 2 });
  await expect(successTitle(page)).toBeVisible();
});

test('a sign-in of more than ten minutes has to begin again', async ({ page, time, monitor }) => {
  await goToCompany(page, sam);
  await time.pass(minutes(11));
  await pickAtCompany(page, sam);
  await expectRefused(page, 'sso.expired');
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(0);
  await beginAgain(page, monitor);
});

test('C7: a code is refused in another browser', async ({ page, browser, product }) => {
  await goToCompany(page, sam);
  // The attacker's own sign-in, up to the address that would complete it.
  let address = '';
  await page.route('**/acs', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    address = answer.headers()['location'] ?? '';
    await route.fulfill({ status: 200, contentType: 'text/html', body: 'kept' });
  });
  await pickAtCompany(page, sam);
  await expect.poll(() => address).toContain('code=');

  const victim = await browser.newContext({ baseURL: product.url });
  const tab = await victim.newPage();
  let calls = 0;
  tab.on('request', (request) => {
    if (request.url().endsWith(endpoints.signInWithSsoCode.path)) calls += 1;
  });
  await tab.goto(address);
  await expectRefused(tab, 'sso.expired');
  expect(calls).toBe(0);
  await victim.close();
});

test('a password for an SSO account leads to single sign-on, with the email prefilled', async ({
  page,
  monitor,
}) => {
  monitor.mayAnswer(403, endpoints.signInWithPassword);
  monitor.mayReturn(back);
  await page.goto('/login');
  await logIn(page, sam);
  await expect(errorMessage(page, translation('errors.strategySaml'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(sam);
  await submitSsoForm(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
});

test('a reload during the sign-in, going back, and a second start do not break it', async ({
  page,
  monitor,
}) => {
  await goToCompany(page, sam);
  await page.goBack();
  await expect(emailField(page)).toHaveValue(sam);
  await submitSsoForm(page);
  await expect(accountOf(page, sam)).toBeVisible();
  await page.reload();
  monitor.mayReturn(back);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);
});

test('the redirect target is kept during single sign-on', async ({ page, monitor }) => {
  monitor.mayReturn(back);
  await goToCompany(page, petra, '/login?redirect=%2Fdashboard');
  await pickAtCompany(page, petra);
  await expect(page).toHaveURL(/\/dashboard\b/);
  await waitForAccount(page, petra);
});

import type { Page } from '@playwright/test';

import { minutes } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { awake } from '@app/testing/browser/hydration.ts';
import { setMethod } from '@app/testing/product/admin-desk.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  cookieValue,
  emailField,
  errorSaying,
  logIn,
  loginButton,
  nadia,
  passwordField,
  petra,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import {
  accountOf,
  expectRefused,
  goOn,
  goToCompany,
  openSsoForm,
  pickAtCompany,
} from '@app/testing/screens/provider-screens.ts';
import type { Watch } from '@app/testing/browser/monitor.ts';
import { wordsOf } from '@app/testing/product/texts.ts';

const back = '/login/sso';

/** Does what the advice says, and gets in. */
async function beginAgain(page: Page, watched: Watch): Promise<void> {
  watched.mayReturn(back);
  await emailField(page).fill(sam);
  await goOn(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
}

test('somebody signs in through the company, and out of it again', async ({ page, product, watched }) => {
  watched.mayReturn(back);
  await goToCompany(page, sam);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  await expect(page).toHaveURL('/login/success');
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(await cookieValue(page, 'auth_strategy')).toBe('saml');
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(1);
  expect(await product.mailbox.mails(sam)).toHaveLength(0);

  // The logout goes by the company's, and comes back.
  await page.getByRole('button', { name: /Log out/ }).click();
  await expect(
    page.getByRole('region', { name: wordsOf('notices.region') }).getByText(wordsOf('notices.loggedOut')),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await sessionCookies(page)).toEqual([]);
  await expect(loginButton(page)).toBeVisible();
  expect(await cookieValue(page, 'saml_logout_url')).toBeUndefined();
});

test('who types an address of the company is offered single sign-on, and goes on with it', async ({
  page,
  watched,
}) => {
  watched.mayReturn(back);
  await page.goto('/login');
  await awake(page);
  const offer = page.getByRole('link', { name: wordsOf('login.offerSso') });
  await emailField(page).fill(ben);
  await page.keyboard.press('Tab');
  await expect.poll(() => watched.calls(endpoints.checkSsoDomain)).toBe(1);
  await expect(offer).toHaveCount(0);

  await emailField(page).fill(sam);
  const { y = 0 } = (await passwordField(page).boundingBox()) ?? {};
  await page.keyboard.press('Tab');
  await expect(offer).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  // Nothing moves under the finger for it.
  expect((await passwordField(page).boundingBox())?.y).toBe(y);

  await page.keyboard.press('Shift+Tab');
  await expect(offer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(wordsOf('sso.lead'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(sam);
  await page.keyboard.press('Enter');
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
});

test('an address without single sign-on is told so', async ({ page, watched }) => {
  watched.mayAnswer(404, endpoints.startSso);
  await openSsoForm(page);
  for (const typed of [ben, 'nobody@elsewhere.test']) {
    await emailField(page).fill(typed);
    await goOn(page);
    await expect(errorSaying(page, wordsOf('errors.ssoNotConfigured'))).toBeVisible();
    await expect(emailField(page)).toHaveValue(typed);
  }
});

test('any address of the company leads to its provider, whether or not it is somebody', async ({ page }) => {
  await goToCompany(page, 'nobody@northline-sso.test');
});

test('who denies is told so, and can begin again', async ({ page, watched }) => {
  await goToCompany(page, sam);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expectRefused(page, 'sso.denied');
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
  await beginAgain(page, watched);
});

test('somebody whom the company knows and the product does not is not signed in', async ({
  page,
  watched,
}) => {
  await goToCompany(page, sam);
  await page.getByLabel('Email').fill('nobody@northline-sso.test');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectRefused(page, 'sso.unknownUser');
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
});

test('an answer that was changed on the way is refused', async ({ page, watched }) => {
  await goToCompany(page, sam);
  await pickAtCompany(page, sam, { changed: true });
  await expectRefused(page, 'sso.invalidResponse');
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
});

// Threat C6: written half a minute back, good for five, and a minute's difference is allowed.
for (const clock of [-400, 120]) {
  test(`an answer of a clock ${clock} s off is refused`, async ({ page, watched }) => {
    await goToCompany(page, sam);
    await pickAtCompany(page, sam, { clock });
    await expectRefused(page, 'sso.expired');
    expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
    await beginAgain(page, watched);
  });
}
for (const clock of [-330, 80]) {
  test(`an answer of a clock ${clock} s off is taken`, async ({ page, watched }) => {
    watched.mayReturn(back);
    await goToCompany(page, sam);
    await pickAtCompany(page, sam, { clock });
    await expect(successTitle(page)).toBeVisible();
  });
}

test('a provider may be slow, and a person for minutes', async ({ page, time, watched }) => {
  await goToCompany(page, sam);
  await time.pass(minutes(9));
  watched.mayReturn(back);
  await pickAtCompany(page, sam, { wait: 2 });
  await expect(successTitle(page)).toBeVisible();
});

test('after more than ten minutes the sign-in has to begin again', async ({ page, time, watched }) => {
  await goToCompany(page, sam);
  await time.pass(minutes(11));
  await pickAtCompany(page, sam);
  await expectRefused(page, 'sso.expired');
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
  await beginAgain(page, watched);
});

test("a code is of no use in another's browser", async ({ page, browser, product }) => {
  await goToCompany(page, sam);
  // The attacker's own sign-in, up to the address that would finish it.
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

test('an account that was set to another method reads so, and is not signed in', async ({
  page,
  product,
  watched,
}) => {
  watched.mayReturn(back);
  watched.mayAnswer(403, endpoints.signInWithSsoCode);
  await setMethod(product, nadia, 'google');
  await goToCompany(page, nadia);
  await pickAtCompany(page, nadia);
  await expect(errorSaying(page, wordsOf('errors.strategyGoogle'))).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
  await setMethod(product, nadia, 'saml');
});

test('who tries a password first is brought to single sign-on, with the address kept', async ({
  page,
  watched,
}) => {
  watched.mayAnswer(403, endpoints.signInWithPassword);
  watched.mayReturn(back);
  await page.goto('/login');
  await logIn(page, sam);
  await expect(errorSaying(page, wordsOf('errors.strategySaml'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(sam);
  await goOn(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
});

test('a reload on the way, the way back, and a second start change nothing', async ({ page, watched }) => {
  await goToCompany(page, sam);
  await page.goBack();
  await expect(emailField(page)).toHaveValue(sam);
  await goOn(page);
  await expect(accountOf(page, sam)).toBeVisible();
  await page.reload();
  watched.mayReturn(back);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(1);
});

test('where the sign-in was to lead is kept over the company', async ({ page, watched }) => {
  watched.mayReturn(back);
  await goToCompany(page, petra, '/login?redirect=%2Fdashboard');
  await pickAtCompany(page, petra);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(`Signed in as ${petra}`)).toBeVisible();
});

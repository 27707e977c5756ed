import { hours } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForAccount } from '@app/testing/product/dashboard-session.ts';
import { linkIn } from '@app/testing/browser/links.ts';
import {
  cookieValue,
  errorMessage,
  gina,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { accountOf, goToGoogle, googleButton } from '@app/testing/screens/provider-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

const credentials = translation('errors.credentials');

test(
  'a person signs in with Google, without the code step',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    monitor.mayReturn('/login');
    await goToGoogle(page);
    await accountOf(page, gina).click();
    await expect(successTitle(page)).toBeVisible();
    await expect(page).toHaveURL('/login/success');
    expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
    expect(await cookieValue(page, 'auth_strategy')).toBe('google');
    expect(monitor.calls(endpoints.signInWithGoogle)).toBe(1);
    expect(await product.mailbox.mails(gina)).toHaveLength(0);
  },
);

test('an address that Google is not authoritative for is confirmed by mail, and then signs in', async ({
  page,
  product,
  monitor,
}) => {
  const { email } = await createColleague(product);
  await asAdmin(product).change(email, { method: 'google' });
  const chooseAtGoogle = async (): Promise<void> => {
    monitor.mayReturn('/login');
    await goToGoogle(page);
    await page.getByLabel('Another email').fill(email);
    await page.getByLabel('Outside of a Google Workspace', { exact: true }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  monitor.mayAnswer(403, endpoints.signInWithGoogle);
  await chooseAtGoogle();
  await expect(page.getByText(translation('errors.identityUnconfirmed'))).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
  const { address } = linkIn(await product.mailbox.next(email), '/users/identity');
  monitor.mayOpen(address);
  await page.goto(address);
  await waitForHydration(page);
  await page.getByRole('button', { name: translation('account.confirm') }).click();
  await expect(page.getByRole('heading', { name: translation('confirmIdentity.doneTitle') })).toBeVisible();
  await chooseAtGoogle();
  await expect(successTitle(page)).toBeVisible();
});

test('cancelling, going back, a reload and an hour at Google do not break the sign-in, which keeps its redirect target', async ({
  page,
  time,
  monitor,
}) => {
  await goToGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(errorMessage(page, credentials)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(monitor.calls(endpoints.signInWithGoogle)).toBe(0);

  await waitForHydration(page);
  await googleButton(page).click();
  await expect(accountOf(page, gina)).toBeVisible();
  await page.goBack();
  await expect(googleButton(page)).toBeVisible();
  await goToGoogle(page, '/login?redirect=%2Fdashboard');
  await page.reload();
  await time.pass(hours(1));
  monitor.mayReturn('/login');
  await accountOf(page, gina).click();
  await expect(page).toHaveURL(/\/dashboard\b/);
  await waitForAccount(page, gina);
  expect(monitor.calls(endpoints.signInWithGoogle)).toBe(1);
});

test('a response whose chunk fails to load shows an error and leaves no token in the address', async ({
  page,
  monitor,
}) => {
  // The app reloads once to fetch chunks of a newer version, so the address with the token opens twice.
  for (const _ of [1, 2]) monitor.mayReturn('/login');
  monitor.mayFail();
  await goToGoogle(page);
  await page.route(/\/assets\/next-.*\.js$/, (route) => route.abort());
  await accountOf(page, gina).click();
  await expect(page.getByRole('region').getByText(translation('errors.network'))).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(monitor.calls(endpoints.signInWithGoogle)).toBe(0);
});

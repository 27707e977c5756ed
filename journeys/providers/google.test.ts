import { hours } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { setMethod } from '@app/testing/product/admin-desk.ts';
import { awake } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn } from '@app/testing/browser/links.ts';
import { newcomer } from '@app/testing/product/accounts.ts';
import {
  ben,
  cookieValue,
  errorSaying,
  gina,
  logIn,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { accountOf, goToGoogle, googleButton } from '@app/testing/screens/provider-screens.ts';
import { wordsOf } from '@app/testing/product/texts.ts';

const credentials = wordsOf('errors.credentials');

test('somebody signs in with Google, without a second step', async ({ page, product, watched }) => {
  watched.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
  await expect(page).toHaveURL('/login/success');
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(await cookieValue(page, 'auth_strategy')).toBe('google');
  expect(watched.calls(endpoints.signInWithGoogle)).toBe(1);
  expect(await product.mailbox.mails(gina)).toHaveLength(0);

  // The same person, known from now on by what Google calls her.
  await page.getByRole('button', { name: /Log out/ }).click();
  await expect(googleButton(page)).toBeVisible();
  watched.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
});

test('who cancels at Google reads that the sign-in did not work, and can go on', async ({
  page,
  watched,
}) => {
  await goToGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(errorSaying(page, credentials)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(watched.calls(endpoints.signInWithGoogle)).toBe(0);
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
});

test('a person may take an hour at Google', async ({ page, time, watched }) => {
  await goToGoogle(page);
  await time.pass(hours(1));
  watched.mayReturn('/login');
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
});

test('an address that Google is no authority on is confirmed by a mail, and then signs in', async ({
  page,
  product,
  watched,
}) => {
  const { email } = await newcomer(product);
  await setMethod(product, email, 'google');
  const chooseAtGoogle = async (): Promise<void> => {
    watched.mayReturn('/login');
    await goToGoogle(page);
    await page.getByLabel('Another email').fill(email);
    await page.getByLabel('Outside of a Google Workspace', { exact: true }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  watched.mayAnswer(403, endpoints.signInWithGoogle);
  await chooseAtGoogle();
  await expect(page.getByText(wordsOf('errors.identityUnconfirmed'))).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
  const { address } = linkIn(await product.mailbox.next(email), '/users/identity');
  watched.mayOpen(address);
  await page.goto(address);
  await awake(page);
  await page.getByRole('button', { name: wordsOf('account.confirm') }).click();
  await expect(page.getByRole('heading', { name: wordsOf('confirmIdentity.doneTitle') })).toBeVisible();
  await chooseAtGoogle();
  await expect(successTitle(page)).toBeVisible();
});

const others = [
  { who: ben, words: wordsOf('errors.strategyPassword') },
  { who: sam, words: wordsOf('errors.strategySaml') },
];
for (const { who, words } of others) {
  test(`${who} at Google reads '${words}'`, async ({ page, watched }) => {
    watched.mayReturn('/login');
    watched.mayAnswer(403, endpoints.signInWithGoogle);
    await goToGoogle(page);
    await accountOf(page, who).click();
    await expect(errorSaying(page, words)).toBeVisible();
    expect(await sessionCookies(page)).toEqual([]);
  });
}

test('somebody whom the product does not know is not signed in', async ({ page, watched }) => {
  watched.mayReturn('/login');
  watched.mayAnswer(401, endpoints.signInWithGoogle);
  await goToGoogle(page);
  await page.getByLabel('Another email').fill('nobody@elsewhere.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(errorSaying(page, credentials)).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
});

for (const name of ['state', 'nonce']) {
  test(`an answer with another ${name} is refused without a call`, async ({ page, watched }) => {
    watched.mayReturn('/login');
    await goToGoogle(page);
    await page.evaluate((field) => {
      for (const input of document.querySelectorAll<HTMLInputElement>(`input[name=${field}]`))
        input.value = `${input.value.slice(1)}x`;
    }, name);
    await accountOf(page, gina).click();
    await expect(errorSaying(page, credentials)).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(watched.calls(endpoints.signInWithGoogle)).toBe(0);
    expect(await sessionCookies(page)).toEqual([]);
  });
}

test('a good answer is of no use to anybody who did not ask for it', async ({ page, product, watched }) => {
  // What Google answered somebody else, who makes a victim open it.
  const answered = await fetch(`${product.url}/stand-in/google/choose`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: 'development-google',
      redirect_uri: `${product.url}/login`,
      response_type: 'id_token',
      scope: 'openid email',
      nonce: 'n'.repeat(43),
      state: 's'.repeat(43),
      email: gina,
    }).toString(),
    redirect: 'manual',
  });
  const address = answered.headers.get('location') ?? '';
  expect(address).toContain('#id_token=');
  watched.mayReturn('/login');
  await page.goto(address);
  await expect(errorSaying(page, credentials)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(watched.calls(endpoints.signInWithGoogle)).toBe(0);
  expect(await sessionCookies(page)).toEqual([]);
});

test('a reload on the way, and a second start, change nothing', async ({ page, watched }) => {
  await goToGoogle(page);
  await page.goBack();
  await expect(googleButton(page)).toBeVisible();
  await goToGoogle(page);
  await page.reload();
  watched.mayReturn('/login');
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
  await page.reload();
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.signInWithGoogle)).toBe(1);
});

test('an answer that the app cannot go on with, because a part of it cannot be had, leaves words and no token', async ({
  page,
  watched,
}) => {
  // Once more for the reload, by which a part is fetched that an older page could not find.
  for (const _ of [1, 2]) watched.mayReturn('/login');
  watched.mayFail();
  await goToGoogle(page);
  await page.route(/\/assets\/next-.*\.js$/, (route) => route.abort());
  await accountOf(page, gina).click();
  await expect(page.getByRole('region').getByText(wordsOf('errors.network'))).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(watched.calls(endpoints.signInWithGoogle)).toBe(0);

  await page.unrouteAll();
  watched.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
});

test('where the sign-in was to lead is kept over Google', async ({ page, watched }) => {
  watched.mayReturn('/login');
  await goToGoogle(page, '/login?redirect=%2Fdashboard');
  await accountOf(page, gina).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(`Signed in as ${gina}`)).toBeVisible();
});

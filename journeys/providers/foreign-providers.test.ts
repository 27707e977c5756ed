/** The two ways in through somebody else, at providers by libraries that this project did not write. */
import type { Page } from '@playwright/test';

import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { type CompanyAdmin, signInAdmin } from '@app/testing/foreign-providers/admin.ts';
import {
  type ForeignIssuer,
  forAnotherApp,
  startForeignIssuer,
} from '@app/testing/foreign-providers/issuer.ts';
import { type ForeignProvider, startForeignProvider } from '@app/testing/foreign-providers/saml.ts';
import { samlify } from '@app/testing/foreign-providers/samlify.ts';
import { samlp } from '@app/testing/foreign-providers/samlp.ts';
import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import {
  cookieValue,
  emailField,
  errorSaying,
  gina,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';
import {
  expectRefused,
  goOn,
  goToCompany,
  goToGoogle,
  googleButton,
} from '@app/testing/screens/provider-screens.ts';
import type { Watch } from '@app/testing/browser/monitor.ts';
import { wordsOf } from '@app/testing/product/texts.ts';

interface Foreign {
  issuer: ForeignIssuer;
  admin: CompanyAdmin;
}

/** A product whose Google is the library's. */
const test = base.extend<object, ProductOptions & Foreign>({
  issuer: [
    async ({}, use) => {
      const issuer = await startForeignIssuer(gina);
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ issuer }, use) => use(issuer.settings), { scope: 'worker' }],
  admin: [async ({ product }, use) => use(await signInAdmin(product)), { scope: 'worker' }],
});

// The libraries take the machine's time, so the product has to.
test.use({ rested: false });

const signInAs = (page: Page, email: string) =>
  page.getByRole('button', { name: `Sign in as ${email}`, exact: true });

async function expectSignedIn(page: Page, method: 'google' | 'saml'): Promise<void> {
  await expect(successTitle(page)).toBeVisible();
  await expect(page).toHaveURL('/login/success');
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(await cookieValue(page, 'auth_strategy')).toBe(method);
}

const logOut = (page: Page): Promise<void> => page.getByRole('button', { name: /Log out/ }).click();

for (const library of [samlp, samlify]) {
  test.describe(`a company's identity provider by ${library.name}`, () => {
    let provider: ForeignProvider;
    test.beforeAll(async ({ admin }) => {
      provider = await startForeignProvider(library, sam, admin);
    });
    test.afterAll(() => provider.stop());

    test('signs somebody in and out again, and its answer is good once', async ({ page, watched }) => {
      watched.mayVisit(provider.url);
      watched.mayReturn('/login/sso');
      await goToCompany(page, sam);
      expect(new URL(page.url()).origin).toBe(provider.url);
      // The library holds our request to its signature: changed on the way, it gets no answer.
      const changed = page.url().replace('/sso?', '/answer?').replace('RelayState=', 'RelayState=x');
      expect((await fetch(changed)).status).toBe(400);
      await signInAs(page, sam).click();
      await expectSignedIn(page, 'saml');
      expect(watched.calls(endpoints.signInWithSsoCode)).toBe(1);

      // To the provider with a signed request, and back with its answer.
      await logOut(page);
      await expect(
        page.getByRole('region', { name: wordsOf('notices.region') }).getByText(wordsOf('notices.loggedOut')),
      ).toBeVisible();
      await expect(page).toHaveURL('/login');
      expect(await sessionCookies(page)).toEqual([]);

      // The page posts itself while it loads.
      await page.goto(`${provider.url}/again`, { waitUntil: 'commit' });
      await expectRefused(page, 'sso.expired');
      expect(watched.calls(endpoints.signInWithSsoCode)).toBe(1);
      await emailField(page).fill(sam);
      await goOn(page);
      await expect(signInAs(page, sam)).toBeVisible();
    });

    test("ends a person's sessions by a request of its own", async ({ page, product, watched }) => {
      watched.mayVisit(provider.url);
      watched.mayReturn('/login/sso');
      await goToCompany(page, sam);
      await signInAs(page, sam).click();
      await expectSignedIn(page, 'saml');
      const refreshToken = decodeURIComponent((await cookieValue(page, 'refresh_token')) ?? '');
      await page.goto(`${provider.url}/end`);
      await expect(
        page.getByRole('heading', { name: `You are signed out of ${library.name}` }),
      ).toBeVisible();
      const answer = await fetch(product.url + endpoints.refreshTokens.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
      expect(answer.status).toBe(401);
    });

    test('denies, which is said, and lets somebody in who begins again', async ({ page, watched }) => {
      watched.mayVisit(provider.url);
      await goToCompany(page, sam);
      await page.getByRole('button', { name: 'Deny' }).click();
      await expectRefused(page, 'sso.denied');
      expect(watched.calls(endpoints.signInWithSsoCode)).toBe(0);
      watched.mayReturn('/login/sso');
      await emailField(page).fill(sam);
      await goOn(page);
      await signInAs(page, sam).click();
      await expectSignedIn(page, 'saml');
    });
  });
}

test.describe('oauth2-mock-server as the issuer', () => {
  test.beforeEach(({ issuer, watched }) => watched.mayVisit(issuer.url));

  test('signs somebody in, also with a key that is new since', async ({ page, product, issuer, watched }) => {
    watched.mayReturn('/login');
    await goToGoogle(page);
    expect(new URL(page.url()).origin).toBe(issuer.url);
    await signInAs(page, gina).click();
    await expectSignedIn(page, 'google');
    await logOut(page);
    await expect(googleButton(page)).toBeVisible();

    // The keys were fetched just now. A new one is asked for again, though not more often than every half a minute.
    await product.advance(seconds(31));
    await issuer.rotate();
    watched.mayReturn('/login');
    await goToGoogle(page);
    await signInAs(page, gina).click();
    await expectSignedIn(page, 'google');
    expect(watched.calls(endpoints.signInWithGoogle)).toBe(2);
  });

  /** Signs in at the issuer, whose answer the service does not take. */
  async function expectNoSession(page: Page, watched: Watch, choice: string): Promise<void> {
    watched.mayReturn('/login');
    watched.mayAnswer(401, endpoints.signInWithGoogle);
    await goToGoogle(page);
    await signInAs(page, choice).click();
    await expect(errorSaying(page, wordsOf('errors.credentials'))).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(watched.calls(endpoints.signInWithGoogle)).toBe(1);
    expect(await sessionCookies(page)).toEqual([]);
    await expect(googleButton(page)).toBeVisible();
  }

  test('signs nobody in for another app', async ({ page, watched }) => {
    await expectNoSession(page, watched, `${gina} ${forAnotherApp}`);
  });

  // The last one: from here on the service's clock is ahead of every library's.
  test('signs nobody in by a clock that is twelve minutes behind', async ({ page, product, watched }) => {
    await product.advance(minutes(12));
    await expectNoSession(page, watched, gina);
  });
});

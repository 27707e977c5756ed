/** Sign-in with Google and with single sign-on, against providers that run third-party libraries. */
import type { Page } from '@playwright/test';

import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import {
  type CompanyAdmin,
  signInAdmin,
  type ForeignProvider,
  startForeignProvider,
} from '@app/testing/foreign-providers/saml.ts';
import {
  type ForeignIssuer,
  forAnotherApp,
  startForeignIssuer,
} from '@app/testing/foreign-providers/issuer.ts';
import { samlify } from '@app/testing/foreign-providers/samlify.ts';
import { samlp } from '@app/testing/foreign-providers/samlp.ts';
import { expect, test as base } from '@app/testing/browser/browser-test.ts';
import {
  cookieValue,
  emailField,
  errorMessage,
  gina,
  sam,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';
import {
  expectRefused,
  submitSsoForm,
  goToCompany,
  goToGoogle,
  googleButton,
} from '@app/testing/screens/provider-screens.ts';
import type { Monitor } from '@app/testing/browser/monitor.ts';
import { translation } from '@app/testing/product/texts.ts';

interface Foreign {
  issuer: ForeignIssuer;
  admin: CompanyAdmin;
}

/** A product with `oauth2-mock-server` as its Google. */
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

// The libraries use the machine's clock, so the product must too.
test.use({ freshLimits: false });

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

    test('signs a person in and out, and its response is accepted once', async ({ page, monitor }) => {
      monitor.mayVisit(provider.url);
      monitor.mayReturn('/login/sso');
      await goToCompany(page, sam);
      expect(new URL(page.url()).origin).toBe(provider.url);
      // The library verifies our request's signature: a changed request gets no response.
      const changed = page.url().replace('/sso?', '/answer?').replace('RelayState=', 'RelayState=x');
      expect((await fetch(changed)).status).toBe(400);
      await signInAs(page, sam).click();
      await expectSignedIn(page, 'saml');
      expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);

      // To the provider with a signed request, and back with its response.
      await logOut(page);
      await expect(
        page
          .getByRole('region', { name: translation('notices.region') })
          .getByText(translation('notices.loggedOut')),
      ).toBeVisible();
      await expect(page).toHaveURL('/login');
      expect(await sessionCookies(page)).toEqual([]);

      // The page submits itself while it loads.
      await page.goto(`${provider.url}/again`, { waitUntil: 'commit' });
      await expectRefused(page, 'sso.expired');
      expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);
      await emailField(page).fill(sam);
      await submitSsoForm(page);
      await expect(signInAs(page, sam)).toBeVisible();
    });

    test("ends a person's sessions with a logout request", async ({ page, product, monitor }) => {
      monitor.mayVisit(provider.url);
      monitor.mayReturn('/login/sso');
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

    test('denies a sign-in, which shows an error, and accepts the next one', async ({ page, monitor }) => {
      monitor.mayVisit(provider.url);
      await goToCompany(page, sam);
      await page.getByRole('button', { name: 'Deny' }).click();
      await expectRefused(page, 'sso.denied');
      expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(0);
      monitor.mayReturn('/login/sso');
      await emailField(page).fill(sam);
      await submitSsoForm(page);
      await signInAs(page, sam).click();
      await expectSignedIn(page, 'saml');
    });
  });
}

test.describe('oauth2-mock-server as the issuer', () => {
  test.beforeEach(({ issuer, monitor }) => monitor.mayVisit(issuer.url));

  test('signs a person in, also with a rotated key', async ({ page, product, issuer, monitor }) => {
    monitor.mayReturn('/login');
    await goToGoogle(page);
    expect(new URL(page.url()).origin).toBe(issuer.url);
    await signInAs(page, gina).click();
    await expectSignedIn(page, 'google');
    await logOut(page);
    await expect(googleButton(page)).toBeVisible();

    // The keys have just been fetched. The service fetches new ones at most every 30 seconds.
    await product.advance(seconds(31));
    await issuer.rotate();
    monitor.mayReturn('/login');
    await goToGoogle(page);
    await signInAs(page, gina).click();
    await expectSignedIn(page, 'google');
    expect(monitor.calls(endpoints.signInWithGoogle)).toBe(2);
  });

  /** Signs in at the issuer with a response that the service refuses. */
  async function expectNoSession(page: Page, monitor: Monitor, choice: string): Promise<void> {
    monitor.mayReturn('/login');
    monitor.mayAnswer(401, endpoints.signInWithGoogle);
    await goToGoogle(page);
    await signInAs(page, choice).click();
    await expect(errorMessage(page, translation('errors.credentials'))).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(monitor.calls(endpoints.signInWithGoogle)).toBe(1);
    expect(await sessionCookies(page)).toEqual([]);
    await expect(googleButton(page)).toBeVisible();
  }

  test('an ID token for another app opens no session', async ({ page, monitor }) => {
    await expectNoSession(page, monitor, `${gina} ${forAnotherApp}`);
  });

  // The last test: it moves the service's clock ahead of the libraries'.
  test('an ID token that is twelve minutes old opens no session', async ({ page, product, monitor }) => {
    await product.advance(minutes(12));
    await expectNoSession(page, monitor, gina);
  });
});

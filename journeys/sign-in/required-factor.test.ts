/** A company requires a factor: setting one up is a step of the sign-in. */
import type { Page } from '@playwright/test';
import { days, seconds } from '@app/contract/fields/durations.ts';
import { TOTP } from 'otpauth';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { addVirtualAuthenticator } from '@app/testing/browser/virtual-authenticator.ts';
import { createAccount, type Person } from '@app/testing/product/accounts.ts';
import { requireFactor } from '@app/testing/product/company-admin.ts';
import type { Product } from '@app/testing/product/start-product.ts';
import {
  codeField,
  codeTitle,
  logIn,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

const title = (page: Page) => page.getByRole('heading', { name: 'Set up authenticator app' });

/** Signs in while the set-up can be skipped, and skips it. */
async function skipSetUp(page: Page, product: Product, who: Person, hasScript = true): Promise<void> {
  await toSetUp(page, product, who, hasScript);
  await expect(page.getByText(/^Until .* you can skip this\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(successTitle(page)).toBeVisible();
  await page.context().clearCookies();
}

/** Signs in up to the app to set up. Returns the key that the page shows. */
async function toSetUp(page: Page, product: Product, who: Person, hasScript = true): Promise<string> {
  await product.mailbox.skip(who.email);
  await page.goto('/login');
  await logIn(page, who.email);
  await expect(codeTitle(page)).toBeVisible();
  await codeField(page).fill(await product.mailbox.nextCode(who.email));
  // Without script nothing sends a complete code.
  if (!hasScript) await verifyButton(page).click();
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return (secret ?? '').replaceAll(' ', '');
}
const later = async (product: Product) => (await product.now()) + seconds(30);

test(
  'the app is set up before the session opens, and its code finishes the next sign-in',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const who = await createAccount(product);
    await requireFactor(product, who, days(2));
    await skipSetUp(page, product, who);
    await requireFactor(product, who);
    monitor.mayAnswer(401, { path: '/auth/v2/users/sessions/set-up' });
    const app = new TOTP({ secret: await toSetUp(page, product, who) });
    await expect(title(page)).toBeFocused();
    const field = page.getByRole('textbox', { name: 'Code from the app' });
    await field.fill('000000');
    await expect(page.getByRole('alert').filter({ hasText: "This code isn't right" })).toContainText(
      '4 tries left',
    );
    await expect(field).toBeFocused();
    await field.fill(app.generate({ timestamp: await product.now() }));
    await expect(successTitle(page)).toBeVisible();

    await page.context().clearCookies();
    await page.goto('/login');
    await logIn(page, who.email);
    await expect(page.getByText('Enter the code that your authenticator app shows.')).toBeVisible();
    await expect(page.getByRole('button', { name: /email/ })).toHaveCount(0);
    await codeField(page).fill(app.generate({ timestamp: await later(product) }));
    await expect(successTitle(page)).toBeVisible();
  },
);

test('a passkey is set up instead of the app, and signs in from then on', async ({ page, product }) => {
  const who = await createAccount(product);
  await requireFactor(product, who);
  const authenticator = await addVirtualAuthenticator(page);
  await toSetUp(page, product, who);
  const button = page.getByRole('button', { name: 'Set up a passkey instead' });
  await expect(button).toBeVisible();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await button.click();
  await expect(successTitle(page)).toBeVisible();
  expect(await authenticator.accounts()).toEqual([who.email]);
  expect((await product.mailbox.next(who.email)).subject).toContain('A passkey was added');

  await page.context().clearCookies();
  await page.goto('/login');
  await expect(successTitle(page)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test('the app is set up from the page that the server sends', async ({ browser, product, monitor }) => {
    const who = await createAccount(product);
    await requireFactor(product, who, days(2));
    monitor.mayAnswer(401, { path: '/login' });
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await skipSetUp(page, product, who, false);
    await requireFactor(product, who);
    const app = new TOTP({ secret: await toSetUp(page, product, who, false) });
    const field = page.getByRole('textbox', { name: 'Code from the app' });
    await field.fill('000000');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: "This code isn't right" })).toContainText(
      '4 tries left',
    );
    await expect(page.getByText('Enter the current code of the app')).toBeVisible();
    await field.fill(app.generate({ timestamp: await product.now() }));
    await field.press('Enter');
    await expect(successTitle(page)).toBeVisible();
    await context.close();
  });
});

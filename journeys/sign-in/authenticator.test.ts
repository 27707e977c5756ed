import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, type Person } from '@app/testing/product/accounts.ts';
import { codeField, codeTitle, logIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';

import { factors, setUpApp } from './authenticator-app.ts';

const byApp = 'Enter the code that your authenticator app shows.';

async function startAgain(page: Page, who: Person): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, who.email);
  await expect(codeTitle(page)).toBeVisible();
}

test('an authenticator app takes the place of the mailed code, which stays another way; a recovery code replaces a lost phone', async ({
  page,
  browser,
  product,
  monitor,
}) => {
  const who = await createAccount(product);
  const { codeNow, codes } = await setUpApp(page, product, who);
  expect((await product.mailbox.next(who.email)).text).toContain('authenticator app was set up');
  expect((await product.mailbox.next(who.email)).text).toContain('recovery codes were created');

  // Without JavaScript the page of a refused code still asks for one of the app.
  const mailsBefore = (await product.mailbox.mails(who.email)).length;
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const plain = await context.newPage();
  await startAgain(plain, who);
  await codeField(plain).fill('000000');
  await codeField(plain).press('Enter');
  await expect(plain.getByRole('alert').filter({ hasText: '4 tries left' })).toBeVisible();
  await expect(plain.getByText(byApp)).toBeVisible();
  await codeField(plain).fill(await codeNow());
  await codeField(plain).press('Enter');
  await expect(successTitle(plain)).toBeVisible();

  await startAgain(page, who);
  await expect(page.getByText(byApp)).toBeVisible();
  expect(await product.mailbox.mails(who.email)).toHaveLength(mailsBefore);
  await page.getByRole('button', { name: 'Send a code by email instead' }).click();
  await codeField(page).fill(await product.mailbox.nextCode(who.email));
  await expect(successTitle(page)).toBeVisible();

  monitor.mayAnswer(401, { path: '/auth/v2/users/sessions/recovery-code' });
  await startAgain(page, who);
  // The way of the last sign-in comes first: this one has mailed its code.
  await product.mailbox.nextCode(who.email);
  await page.getByText('Use a recovery code').click();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  const verify = page.getByRole('button', { name: 'Verify' }).last();
  await field.fill('4V7QK');
  await verify.click();
  await expect(page.getByText('Enter all 20 letters and digits')).toBeVisible();
  await field.fill('00000-00000-00000-00000');
  await verify.click();
  await expect(page.getByRole('alert').filter({ hasText: '4 tries left' })).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill((codes[0] ?? '').toLowerCase().replaceAll('-', ' '));
  await verify.click();
  await expect(successTitle(page)).toBeVisible();
  expect((await product.mailbox.next(who.email)).text).toContain('Codes left: 9.');

  await startAgain(plain, who);
  await plain.getByText('Use a recovery code').click();
  await plain.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '');
  await plain.getByRole('textbox', { name: 'Recovery code' }).press('Enter');
  await expect(successTitle(plain)).toBeVisible();
  await context.close();

  await page.goto('/dashboard/me');
  await expect(
    page.getByRole('region', { name: 'Login history' }).getByText('Recovery code', { exact: true }).first(),
  ).toBeVisible();
  await factors(page).getByRole('button', { name: 'Remove authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(factors(page).getByText('Not set up')).toBeVisible();
  await expect(factors(page).getByText('Recovery codes')).toBeHidden();
});

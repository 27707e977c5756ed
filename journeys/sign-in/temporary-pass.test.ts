/** An admin gives a temporary pass, and the person comes back in with a new authenticator app. */
import { TOTP } from 'otpauth';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createColleague } from '@app/testing/product/company-admin.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { codeTitle, logIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';

test('a pass is shown once to the admin, and leads its person through the set-up of a new app', async ({
  page,
  product,
}) => {
  const { email } = await createColleague(product);
  await openDashboard(page, product, { path: `/people?search=${encodeURIComponent(email)}` });
  await page.getByRole('link', { name: 'Ivo Lindgren' }).click();
  await page.getByRole('button', { name: 'Give a temporary pass' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give pass' }).click();
  const shown = page.getByRole('dialog', { name: 'Temporary pass for Ivo Lindgren' });
  const pass = (await shown.getByText(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole('region', { name: 'Latest events' })).toContainText(
    'Temporary pass given by an admin',
  );
  const { text } = await product.mailbox.next(email);
  expect(text).toContain('gave you a temporary pass');
  expect(text).not.toContain(pass);

  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, email);
  await expect(codeTitle(page)).toBeVisible();
  await page.getByText('Use a recovery code or temporary pass').click();
  const field = page.getByRole('textbox', { name: 'Recovery code or temporary pass' });
  await field.fill(pass.toLowerCase());
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Set up authenticator app' })).toBeVisible();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const app = new TOTP({ secret: (secret ?? '').replaceAll(' ', '') });
  await page
    .getByRole('textbox', { name: 'Code from the app' })
    .fill(app.generate({ timestamp: await product.now() }));
  await expect(successTitle(page)).toBeVisible();
});

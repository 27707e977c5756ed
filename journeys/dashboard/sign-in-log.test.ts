import { readFile } from 'node:fs/promises';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { newAddress } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { admin, openDashboard, signInBrowser } from '@app/testing/product/dashboard-session.ts';
import { ben, errorMessage, logIn } from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

test('the support code of a refused login finds the true reason, which the person was not told', async ({
  page,
  browser,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, { path: '/auth/v2/users/session' });
  await page.goto('/login');
  await logIn(page, ben, 'Wrong-Password-1!');
  // A first typo shows none.
  await expect(errorMessage(page, 'The credentials provided are incorrect.')).toBeVisible();
  await expect(page.getByText('Support code:')).toBeHidden();
  await logIn(page, ben, 'Wrong-Password-1!');
  const alert = errorMessage(page, 'Support code:');
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Copy' })).toBeVisible();
  const code = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(await alert.innerText())?.[0] ?? '';
  expect(await look(page)).toMatchObject([{ findings: [] }]);

  const context = await browser.newContext({ baseURL: product.url });
  const desk = await context.newPage();
  await signInBrowser(context, product, admin);
  await desk.goto('/dashboard/sign-in-log');
  // As it was read aloud.
  await desk
    .getByRole('textbox', { name: 'Support code' })
    .fill(code.toLowerCase().replace('-', ' ').replaceAll('0', 'o'));
  const rows = desk.getByRole('row').filter({ hasText: 'The password was wrong.' });
  await expect(rows).toHaveCount(1);
  await expect(desk).toHaveURL(new RegExp(`supportCode=${code}`));
  await expect(rows).toContainText(ben);

  await rows.getByRole('button').first().click();
  const detail = desk.getByRole('dialog', { name: 'Login' });
  await expect(detail).toContainText('What you can do');
  await expect(detail).toContainText(code);
  expect(await look(desk)).toMatchObject([{ findings: [] }]);
  await desk.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await context.close();
});

test('by keyboard alone: search, filter, open a row, leave it; the address holds what is shown', async ({
  page,
  product,
}) => {
  await openDashboard(page, product, { path: '/sign-in-log' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.waitFor();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('ada');
  await expect(page).toHaveURL(/search=ada/);
  const first = page.getByRole('row').nth(1).getByRole('button').first();
  await first.focus();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog');
  await expect(detail).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(first).toBeFocused();
  await page.getByRole('combobox', { name: 'Result' }).focus();
  await page.keyboard.type('Succ');
  await expect(page).toHaveURL(/outcome=success/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Result' })).toHaveValue('success');
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Result' })).toHaveValue('');
});

test('newer events are announced and shown when asked for, and all are a CSV file', async ({
  page,
  product,
  request,
}) => {
  await openDashboard(page, product, { path: '/sign-in-log' });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await request.post('/auth/v2/users/session', { data: { email: ben, password: 'Wrong-Password-2!' } });
  await page.getByRole('button', { name: /new event/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'The password was wrong.' }).first()).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^login-log-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFFtime,type,outcome')).toBe(true);
  expect(text).toContain('wrongPassword');
});

test('overview: the plot by keyboard and as a table, and what needs attention leads to its screen', async ({
  page,
  product,
}) => {
  await asAdmin(product).invite(newAddress('ivo'));
  await openDashboard(page, product, { path: '/overview' });
  const plot = page.getByRole('slider', { name: /Logins per day/ });
  await plot.focus();
  const last = await plot.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(plot).not.toHaveAttribute('aria-valuetext', last ?? '');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table')).toContainText('Refused');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('7');
  await expect(page.getByRole('row')).toHaveCount(8);
  await page.getByRole('link', { name: /waiting to be accepted/ }).click();
  await expect(page).toHaveURL('/dashboard/invitations?state=waiting');
});

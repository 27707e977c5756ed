import { readFile } from 'node:fs/promises';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { ada, ben, errorMessage, logIn } from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

test('a refused login is announced in the log, and its support code finds the reason that the person was not told', async ({
  page,
  browser,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, { path: '/auth/v2/users/session' });
  const context = await browser.newContext({ baseURL: product.url });
  const desk = await context.newPage();
  await openDashboard(desk, product, { path: '/sign-in-log' });
  await expect(desk.getByRole('row').nth(1)).toBeVisible();

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

  await desk.getByRole('button', { name: /new event/ }).click();
  const rows = desk.getByRole('row').filter({ hasText: 'The password was wrong.' });
  await expect(rows.first()).toBeVisible();
  // As it was read aloud.
  await desk
    .getByRole('textbox', { name: 'Support code' })
    .fill(code.toLowerCase().replace('-', ' ').replaceAll('0', 'o'));
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

test('by keyboard alone: what is searched and filtered is in the address, and all of it is a CSV file', async ({
  page,
  product,
}) => {
  await openDashboard(page, product, { path: '/sign-in-log' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.waitFor();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('zoë /?');
  await expect(page).toHaveURL('/dashboard/sign-in-log?search=zo%C3%AB+%2F%3F');
  await page.reload();
  await expect(search).toHaveValue('zoë /?');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/sign-in-log');
  await expect(search).toHaveValue('');
  await search.fill('ada');
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

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^login-log-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFFtime,type,outcome')).toBe(true);
  expect(text).toContain(ada);
});

import { Buffer } from 'node:buffer';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { choose as choosePassword, confirmButton } from '@app/testing/screens/account-screens.ts';
import { successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { createAccount, newAddress, newPassword } from '@app/testing/product/accounts.ts';
import { openDashboard, signInBrowser } from '@app/testing/product/dashboard-session.ts';
import type { Page } from '@playwright/test';

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const csv = (lines: readonly string[], encoding: 'utf8' | 'utf16le' | 'latin1' = 'utf8') => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), encoding),
});
/** Chooses a file as the person does by the button. */
const choose = (page: Page, lines: readonly string[], encoding?: 'utf8' | 'utf16le' | 'latin1') =>
  page.locator('input[type=file]').setInputFiles(csv(lines, encoding));

test('by keyboard alone: one person is invited, found, sent again and revoked', async ({ page, product }) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations' });
  await expect(page.getByRole('heading', { name: 'No pending invitations' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Invite people' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(email(page)).toBeFocused();
  await page.keyboard.type('ivy@');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Not an email address')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  const address = newAddress('ivy');
  await email(page).press('ControlOrMeta+a');
  await page.keyboard.type(address);
  await expect(page.getByText('Not an email address')).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.type('<b>Ivy</b> \u202E 👩‍👩‍👧');
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue('');
  await expect(page.getByRole('rowheader', { name: '<b>Ivy</b>' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Invite 1 person' });
  for (
    let tabs = 0;
    tabs < 12 && !(await send.evaluate((each) => each === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 person was invited.' })).toBeFocused();
  const mail = await product.mailbox.next(address);
  expect(linkIn(mail, '/users/confirmation').token).not.toBe('');

  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeFocused();
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(address.slice(0, 8).toUpperCase());
  await expect(page.getByRole('row').filter({ hasText: address })).toBeVisible();
  await expect(page).toHaveURL(/search=IVY/);
  await page.getByRole('button', { name: `Send again: ${address}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation was sent again.').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Revoke: ${address}` })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Revoke this invitation?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Revoke' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation was revoked.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No invitations found' })).toBeVisible();
});

test('a CSV file with broken rows: the report, one row mended in place, and the rest left out', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  const mended = newAddress('mended');
  await choose(
    page,
    [
      'Rolle;E-Mail;Sprache;Name',
      `Administrator;${newAddress('zoe')};Deutsch;Zoë`,
      `;${mended.replace('@', ' at ')};;"Lang; ""Ivy"""`,
      `Kaiser;${newAddress('emperor')};;`,
      `;${who.email};;"=HYPERLINK(""x"")"`,
    ],
    'latin1',
  );
  await expect(page.getByText('4 people were added.')).toBeVisible();
  await expect(page.getByText('it was read as Windows-1252')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Zoë' })).toContainText('Deutsch');
  await expect(page.getByText('2 rows need a correction.')).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: 'Lang; "Ivy"' });
  await row.getByRole('button', { name: /^Edit/ }).click();
  const field = page.getByRole('table').getByRole('textbox', { name: 'Email' });
  await expect(field).toBeFocused();
  await field.fill(mended);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Edit: ${mended}` })).toBeFocused();
  await expect(page.getByText('1 row needs a correction.')).toBeVisible();

  await page.getByRole('button', { name: 'Invite 3 people' }).click();
  await expect(page.getByText('2 people were invited.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: who.email })).toContainText('Already in your company');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('not-invited.csv');
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(text).toContain(`${who.email},"'=HYPERLINK(""x"")"`);

  await page.getByRole('button', { name: 'Correct these rows' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Kaiser' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove invalid rows' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Kaiser' })).toBeHidden();
});

test('two parts of people, a lost answer, a reload and another sign-in in between: nobody gets two mails', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayFail();
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  const run = newAddress('many').split('@')[0] ?? '';
  const addresses = Array.from({ length: 502 }, (_, n) => `${run}-${n}@lowtide.test`);
  await choose(page, ['email', ...addresses]);
  await expect(page.getByText('502 people were added.')).toBeVisible();

  // The second part is done by the service, and its answer is lost; then the page is loaded again.
  const keys: string[] = [];
  await page.route('**/auth/v1/companies/*/invitations', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(request.headers()['idempotency-key'] ?? '');
    if (keys.length === 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Invite 502 people' }).click();
  await expect(page.getByText('500 of 502')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible();
  await page.unroute('**/auth/v1/companies/*/invitations');
  await page.context().clearCookies();
  await signInBrowser(page.context(), product, who);
  await page.reload();
  await expect(page.getByText('502 people were invited.')).toBeVisible();
  expect(new Set(keys).size).toBe(2);

  await page.goto(`/dashboard/invitations?search=${run}`);
  await expect(page.getByText('1–50 of 502')).toBeVisible();
  await Promise.all([0, 499, 500, 501].map((n) => product.mailbox.next(addresses[n] ?? '')));
});

test('what was typed and pasted is there after a reload, and back and forward keep the list', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page
    .getByRole('textbox', { name: 'List of people' })
    .fill('Ivy Lang <ivy@lowtide.test>; ben@lowtide.test\n');
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByText('2 people were added.')).toBeVisible();
  await email(page).fill('zoe@lowtide.test');
  await page.reload();
  await expect(email(page)).toHaveValue('zoe@lowtide.test');
  await expect(page.getByRole('row').filter({ hasText: 'Ivy Lang' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite 3 people' })).toBeVisible();
  await page.goto('/dashboard/invitations?state=expired');
  await expect(page.getByText("You haven't finished inviting people.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No invitations found' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Invite 3 people' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/state=expired/);
  await page.goForward();
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear the list' }).click();
  await expect(page.getByRole('table')).toBeHidden();
});

test('an invited person chooses a password by the link of the mail, and leaves the list', async ({
  page,
  product,
  monitor,
}) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  const address = newAddress('joins');
  await email(page).fill(address);
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(page.getByText('1 person was invited.')).toBeVisible();
  const link = linkIn(await product.mailbox.next(address), '/users/confirmation');
  await page.context().clearCookies();
  await openLink(page, link.address, monitor);
  await choosePassword(page, newPassword);
  await confirmButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await signInBrowser(page.context(), product, who);
  await page.goto('/dashboard/invitations');
  await expect(page.getByRole('heading', { name: 'No pending invitations' })).toBeVisible();
});

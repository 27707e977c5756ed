import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn } from '@app/testing/browser/links.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** Chooses a file as the person does by the button. */
const choose = (page: Page, lines: readonly string[], encoding: 'utf16le' | 'latin1') =>
  page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n'), encoding),
  });

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

test('a CSV file with broken rows is mended, sent and reported, and the next list outlives a reload', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  const [zoe, mended] = [newAddress('zoe'), newAddress('mended')];
  const problems = [
    ['Without', 'Email address missing'],
    ['Lang; "Ivy"', 'Not an email address'],
    ['Twice', 'Already in this list'],
    ['xxx', 'Name is too long'],
    ['Kaiser', 'Unknown role'],
    ['Klingon', 'Unknown language'],
  ] as const;
  await choose(
    page,
    [
      'Rolle;E-Mail;Sprache;Name',
      `Administrator;${zoe};Deutsch;"Zoë\r\nGroß"`,
      `;;;Without`,
      `;${mended.replace('@', ' at ')};;"Lang; ""Ivy"""`,
      `;${zoe.toUpperCase()};;Twice`,
      `;${newAddress('long')};;${'x'.repeat(101)}`,
      `Kaiser;${newAddress('emperor')};;`,
      `;${newAddress('tongue')};Klingon;`,
      `;${who.email};;"=HYPERLINK(""x"")"`,
    ],
    'latin1',
  );
  await expect(page.getByText('8 people were added.')).toBeVisible();
  await expect(page.getByText('it was read as Windows-1252')).toBeVisible();
  await expect(rowOf(page, 'Zoë Groß')).toContainText('Deutsch');
  await expect(page.getByText('6 rows need a correction.')).toBeVisible();
  for (const [text, problem] of problems) await expect(rowOf(page, text)).toContainText(problem);

  await rowOf(page, 'Lang; "Ivy"').getByRole('button', { name: /^Edit/ }).click();
  const field = page.getByRole('table').getByRole('textbox', { name: 'Email' });
  await expect(field).toBeFocused();
  await field.fill(mended);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Edit: ${mended}` })).toBeFocused();
  await expect(page.getByText('5 rows need a correction.')).toBeVisible();

  await page.getByRole('button', { name: 'Invite 3 people' }).click();
  await expect(page.getByText('2 people were invited.')).toBeVisible();
  await expect(rowOf(page, who.email)).toContainText('Already in your company');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('not-invited.csv');
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(text).toContain(`${who.email},"'=HYPERLINK(""x"")"`);

  await page.getByRole('button', { name: 'Correct these rows' }).click();
  await expect(rowOf(page, 'Kaiser')).toBeVisible();
  await page.getByRole('button', { name: 'Remove invalid rows' }).click();
  await expect(rowOf(page, 'Kaiser')).toBeHidden();

  // The row that the service refused is in the list, and the second one of an address whose first was sent.
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page
    .getByRole('textbox', { name: 'List of people' })
    .fill('Ivy Lang <ivy@lowtide.test>; ben@lowtide.test\n');
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByText('2 people were added.')).toBeVisible();
  await email(page).fill('zoe@lowtide.test');
  await page.reload();
  await expect(email(page)).toHaveValue('zoe@lowtide.test');
  await expect(rowOf(page, 'Ivy Lang')).toBeVisible();
  const send = page.getByRole('button', { name: 'Invite 5 people' });
  await expect(send).toBeVisible();

  await page.goto('/dashboard/invitations?state=expired');
  await expect(page.getByText("You haven't finished inviting people.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No invitations found' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(send).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/state=expired/);
  await page.goForward();
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear the list' }).click();
  await expect(page.getByRole('table')).toBeHidden();
});

test(
  'a list with two columns of addresses asks which one is meant',
  { tag: '@engines' },
  async ({ page, product }) => {
    const who = await createAccount(product);
    await openDashboard(page, product, { who, path: '/invitations/new' });
    const [ivy, boss] = [newAddress('ivy'), newAddress('boss')];
    await choose(page, ['\uFEFFWho;Contact;Supervisor', `Ivy Lång;${ivy};${boss}`], 'utf16le');
    const question = page.getByRole('dialog', { name: 'Which column has the addresses?' });
    await expect(question.getByRole('radio', { name: 'Contact' })).toBeChecked();
    await expect(question).toContainText(boss);
    expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
    await question.getByRole('button', { name: 'Add to list' }).press('Enter');
    await expect(page.getByText('1 person was added.')).toBeVisible();
    await expect(page.getByText('it was read as Windows-1252')).toHaveCount(0);
    await expect(rowOf(page, ivy)).toContainText('Ivy Lång');
    await expect(rowOf(page, boss)).toHaveCount(0);
  },
);

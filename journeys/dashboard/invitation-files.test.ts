/** CSV files as spreadsheets write them, and worse: each row is shown with what is wrong, and nobody is invited twice. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

const choose = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

const byteOrderMark = '\uFEFF';
/** Each has the same two people. */
const encodings: readonly (readonly [name: string, bytes: (text: string) => Buffer])[] = [
  ['UTF-8 with a byte order mark', (text) => Buffer.from(byteOrderMark + text)],
  ['UTF-16 with a byte order mark', (text) => Buffer.from(byteOrderMark + text, 'utf16le')],
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
];

for (const [name, bytes] of encodings) {
  test(`a file in ${name}, with semicolons, quotes and a line break inside of a field`, async ({
    page,
    product,
  }) => {
    const who = await createAccount(product);
    await openDashboard(page, product, { who, path: '/invitations/new' });
    const [zoe, jürgen] = [newAddress('zoe'), newAddress('jurgen')];
    await choose(
      page,
      bytes(
        [
          `"E-Mail";Name;Sprache`,
          `${zoe};"Zoë ""Zo""; Müller";Deutsch`,
          `"${jürgen}";"Jürgen\r\nGroß";`,
        ].join('\r\n'),
      ),
    );
    await expect(page.getByText('2 people were added.')).toBeVisible();
    await expect(row(page, zoe)).toContainText('Zoë "Zo"; Müller');
    await expect(row(page, zoe)).toContainText('Deutsch');
    await expect(row(page, jürgen)).toContainText('Groß');
    await expect(page.getByText('it was read as Windows-1252')).toHaveCount(name === 'Windows-1252' ? 1 : 0);
  });
}

test(
  'a list with two columns of addresses asks which one is meant',
  { tag: '@engines' },
  async ({ page, product }) => {
    const who = await createAccount(product);
    await openDashboard(page, product, { who, path: '/invitations/new' });
    const [ivy, boss] = [newAddress('ivy'), newAddress('boss')];
    await choose(page, Buffer.from(`Who;Contact;Supervisor\nIvy Lang;${ivy};${boss}`));
    const question = page.getByRole('dialog', { name: 'Which column has the addresses?' });
    await expect(question.getByRole('radio', { name: 'Contact' })).toBeChecked();
    await expect(question).toContainText(boss);
    expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
    await question.getByRole('button', { name: 'Add to list' }).press('Enter');
    await expect(page.getByText('1 person was added.')).toBeVisible();
    await expect(row(page, ivy)).toContainText('Ivy Lang');
    await expect(row(page, boss)).toHaveCount(0);
  },
);

test('broken rows are shown one by one, the good ones are sent, and the same list again invites nobody', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  const [good, second] = [newAddress('good'), newAddress('second')];
  const file = Buffer.from(
    [
      'email;name;role;language',
      `${good};Ann;;`,
      ';Without;;',
      'not-an-address;Broken;;',
      `${good.toUpperCase()};Twice;;`,
      `${newAddress('long')};${'👩‍🚀'.repeat(100)};;`,
      `${newAddress('emperor')};Emperor;Kaiser;`,
      `${newAddress('tongue')};Tongue;;Klingon`,
      `${second};<img src=x onerror=alert(1)>;;`,
    ].join('\n'),
  );
  const problems = [
    ['Without', 'Email address missing'],
    ['not-an-address', 'Not an email address'],
    ['Twice', 'Already in this list'],
    ['👩‍🚀', 'Name is too long'],
    ['Emperor', 'Unknown role'],
    ['Tongue', 'Unknown language'],
  ] as const;
  await openDashboard(page, product, { who, path: '/invitations/new' });
  for (const [round, result] of ['2 people were invited.', 'No one was invited.'].entries()) {
    await choose(page, file);
    await expect(page.getByText('8 people were added.')).toBeVisible();
    await expect(page.getByText(`${problems.length} rows need a correction.`)).toBeVisible();
    for (const [text, problem] of problems) await expect(row(page, text)).toContainText(problem);
    await expect(row(page, second)).toContainText('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Invite 2 people' }).click();
    await expect(page.getByRole('status').filter({ hasText: result })).toBeVisible();
    if (round > 0)
      for (const email of [good, second])
        await expect(row(page, email)).toContainText('Already in your company');
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/dashboard/invitations/new');
  }
  for (const email of [good, second]) {
    await product.mailbox.next(email);
    expect(await product.mailbox.mails(email)).toHaveLength(1);
  }
});

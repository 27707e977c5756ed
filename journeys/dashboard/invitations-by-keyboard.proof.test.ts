/** Many people are invited without a pointer: a pasted list and a file, a row that is mended, the report, and after it. */
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

/** Presses Tab until the control has the focus, as a person without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the control');
}

test('by keyboard alone: paste a list, choose a file, mend a row, send, read the report, resend, revoke', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  const [ivy, ben, zoe, mended] = ['ivy', 'ben', 'zoe', 'mended'].map((name) => newAddress(name));
  await openDashboard(page, product, { who, path: '/invitations' });
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Invite people' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Paste a list' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'List of people' })).toBeFocused();
  await page.keyboard.insertText(`Ivy Lang <${ivy}>; ${ben}\n`);
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to list' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 people were added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Paste a list' })).toBeFocused();

  // Before the key: the browser is told to hand over its file dialogs while the keyboard walks.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Choose a CSV file' }));
  await page.keyboard.press('Enter');
  const lines = ['email,name', `${zoe},Zoë`, `${mended?.replace('@', ' at ')},Mara`, `${who.email},`];
  const buffer = Buffer.from(lines.join('\n'));
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('3 people were added.')).toBeVisible();
  await expect(page.getByText('1 row needs a correction.')).toBeVisible();

  await tabTo(page, page.getByRole('row', { name: /Mara/ }).getByRole('button', { name: /^Edit/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table').getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(mended ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Edit: ${mended}` })).toBeFocused();
  await expect(page.getByText('1 row needs a correction.')).toBeHidden();

  await tabTo(page, page.getByRole('button', { name: 'Invite 5 people' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '4 people were invited.' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: who.email })).toContainText('Already in your company');
  for (const address of [ivy, ben, zoe, mended]) await product.mailbox.next(address ?? '');

  await tabTo(page, page.getByRole('link', { name: 'Go to invitations' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: `Send again: ${zoe}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation was sent again.').first()).toBeVisible();
  await product.mailbox.next(zoe ?? '');

  await tabTo(page, page.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('toolbar').getByRole('button').first());
  const revoke = page.getByRole('toolbar').getByRole('button', { name: 'Revoke' });
  for (let steps = 0; steps < 4 && !(await revoke.evaluate((each) => each === document.activeElement));) {
    steps += 1;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Revoke 4 invitations?' });
  await tabTo(page, question.getByRole('button', { name: 'Revoke' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 invitations were revoked.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No pending invitations' })).toBeVisible();
});

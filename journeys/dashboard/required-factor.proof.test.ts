/** An admin requires a passkey or an authenticator app of everyone in the company. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

test('an admin requires a factor from now on, and sees first who has none', async ({ page, product }) => {
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/second-step' });
  await page.locator('label', { hasText: 'Passkey or authenticator app' }).click();
  const day = page.getByLabel('Required from');
  const inTwoWeeks = await day.inputValue();
  await day.fill('2020-02-03');
  await expect(page.getByText('This applies as soon as you save.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Require a passkey or authenticator app?' });
  const list = question.getByRole('list', { name: '1 person has neither yet:' });
  await expect(list.getByRole('listitem')).toHaveText(`Nora Lind ${who.email}`);
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByText(/^Required since /)).toBeVisible();
  await expect(question).toBeHidden();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);

  await page.reload();
  await expect(page.getByText(/^Required since /)).toBeVisible();
  expect((await day.inputValue()) < inTwoWeeks).toBe(true);
  const told = await product.mailbox.next(who.email);
  expect(told.subject).toMatch(/^Set up an authenticator app or a passkey/);
});

/** The company's policy for the second step. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

test('the second step is changed and undone by keyboard alone, and own settings lead to their people', async ({
  page,
  product,
}) => {
  await openDashboard(page, product, { path: '/second-step' });
  const always = page.getByRole('radio', { name: /At every login/ });
  const onNew = page.getByRole('radio', { name: /On new devices/ });
  await expect(always).toBeChecked();
  await expect(page.getByText(/accounts have their own setting/)).toBeVisible();
  await always.focus();
  await page.keyboard.press('ArrowDown');
  await expect(onNew).toBeChecked();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Ask for the code only on new devices?' });
  await expect(question).toContainText(
    /On confirmed devices, \d+ people will log in with the password alone/,
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Code: on new devices. Before: at every login.').first()).toBeVisible();
  await expect(question).toBeHidden();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(always).toBeChecked();
  await page.reload();
  await expect(always).toBeChecked();

  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/people\?secondStep=/);
  await expect(page.getByRole('row')).not.toHaveCount(1);
});

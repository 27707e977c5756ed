/** The company's policy for the second step. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

test('the second step is changed by keyboard alone, and undone from its toast', async ({ page, product }) => {
  await openDashboard(page, product, { path: '/second-step' });
  const always = page.getByRole('radio', { name: /At every login/ });
  await expect(always).toBeChecked();
  await expect(page.getByText(/accounts have a setting of their own/)).toBeVisible();
  await always.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /On new devices/ })).toBeChecked();
  await expect(page.getByText('The second step was changed.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(always).toBeChecked();
  await page.reload();
  await expect(always).toBeChecked();
});

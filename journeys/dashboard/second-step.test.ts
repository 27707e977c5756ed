/** The company's policy for the second step. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

test('the second step is changed by keyboard alone, and undone from its toast', async ({ page, product }) => {
  await openDashboard(page, product, { path: '/second-step' });
  const always = page.getByRole('radio', { name: /At every login/ });
  await expect(always).toBeChecked();
  await expect(page.getByText(/accounts have a setting of their own/)).toBeVisible();
  await always.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /On new devices/ })).toBeChecked();
  await expect(page.getByText('The second step was changed.').first()).toBeVisible();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(always).toBeChecked();
  await page.reload();
  await expect(always).toBeChecked();
});

test('the second step is changed by mouse, and an own setting leads to its people', async ({
  page,
  product,
}) => {
  await openDashboard(page, product, { path: '/second-step' });
  await page.locator('label', { hasText: 'On new devices' }).click();
  await expect(page.getByRole('radio', { name: /On new devices/ })).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: /At every login/ })).toBeChecked();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/people\?secondStep=/);
  await expect(page.getByRole('row')).not.toHaveCount(1);
});

test('is accessible in every state, in six languages, light and dark', async ({ page, product, monitor }) => {
  await openDashboard(page, product, { path: '/second-step' });
  await expectAccessibleInEachLanguage(page, 'second step');
  const policy = `/auth/v1/companies/${await companyIdOf(page)}/policy` as const;
  monitor.mayAnswer(500, { path: policy });
  await page.route(`**${policy}`, (route) => route.fulfill({ status: 500, json: {} }));
  await expectAccessibleInEachLanguage(page, 'second step, failed', () =>
    page.locator('main [role=alert]').waitFor(),
  );
});

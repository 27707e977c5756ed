/** A test sign-in whose response does not arrive: awaited, then expired. */
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

test('the page of a test says that it waits for the response, and by itself that none arrived in time', async ({
  page,
  product,
  time,
}) => {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/single-sign-on' });
  const metadata = await page.request.get('/stand-in/idp/metadata');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: await metadata.body() });
  const dialog = page.getByRole('dialog', { name: 'Is this your identity provider?' });
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();

  // Read before the page is left: a browser forgets the answers of the page before.
  const started = Promise.withResolvers<string>();
  await page.route('**/saml/test', async (route) => {
    const response = await route.fetch();
    started.resolve(((await response.json()) as { testId: string }).testId);
    await route.fulfill({ response });
  });
  const start = page.getByRole('button', { name: 'Start test' });
  // It waits for the saved metadata to be read again, and a key does not wait for a button.
  await expect(start).toBeEnabled();
  await start.press('Enter');
  const testId = await started.promise;
  await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible();

  // The admin gives up at the provider and comes back.
  await page.goto(`/dashboard/single-sign-on/test/${testId}`);
  await expect(page.getByText('No response from your provider has arrived yet.')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'awaited test');
  await time.pass(limits.samlTestLifetime + minutes(1));
  await expect(page.getByText('No response arrived within 10 minutes.')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'expired test');
  await page.getByRole('link', { name: 'Back to setup' }).press('Enter');
  await expect(page.getByRole('region', { name: /Test login$/ })).toContainText('Not tested successfully');
});

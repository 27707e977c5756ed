/** The certificates of a company's identity provider: one that ends, two at the same time, and one that has ended. */
import type { Page } from '@playwright/test';
import { days } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { makeCertificate, providerMetadata } from '@app/testing/foreign-providers/provider-metadata.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

const path = '/single-sign-on';
const metadataStep = (page: Page) => page.getByRole('region', { name: /Metadata$/ });

const choose = (page: Page, metadata: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) });

test('a certificate that ends is shown with what to do, then two at once, then the new one alone', async ({
  page,
  product,
  time,
}) => {
  const vera = await createAccount(product);
  const now = await product.now();
  // Half a day more, so that the count does not change while the test runs.
  const old = await makeCertificate('Lowtide 2026', now + days(9.5));
  const next = await makeCertificate('Lowtide 2027', now + days(380));
  const last = await makeCertificate('Lowtide 2028', now + days(1.5));
  await openDashboard(page, product, { who: vera, path });
  const step = metadataStep(page);
  const dialog = page.getByRole('dialog', { name: 'Is this your identity provider?' });

  await choose(page, providerMetadata([old]));
  await expect(dialog).toContainText('CN=Lowtide 2026');
  await expect(dialog.getByText('Expires in 10 days')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(step.getByText('Certificate expires soon')).toBeVisible();
  await expect(step).toContainText('upload its metadata here before you switch over');
  await expect(step.getByText('Expires in 10 days')).toBeVisible();
  await page.goto('/dashboard/overview');
  const attention = page.getByRole('link', { name: /^A certificate of your identity provider expires on/ });
  await attention.press('Enter');
  await expect(step.getByText('Certificate expires soon')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'ending certificate');

  // The new one beside the old one, for the days of the change.
  await choose(page, providerMetadata([next]));
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Keep the current certificate as well' }).press('Space');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(step.getByRole('listitem')).toHaveCount(2);
  await expect(step.getByRole('listitem').filter({ hasText: 'CN=Lowtide 2026' })).toContainText('Expires in');
  await expect(step.getByRole('listitem').filter({ hasText: 'CN=Lowtide 2027' })).toContainText('Valid');
  await expect(step.getByText('Certificate expires soon')).toBeHidden();
  await expectAccessibleInEachLanguage(page, 'two certificates');
  await expectAccessibleInEachLanguage(page, 'preview of a replacement', async () => {
    await choose(page, providerMetadata([next]));
    await page.getByRole('dialog').getByRole('checkbox').waitFor();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
  await expect(step.getByRole('listitem')).toHaveCount(1);
  await expect(step).toContainText('CN=Lowtide 2027');

  // Nobody replaces the last one in time.
  await choose(page, providerMetadata([last]));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
  await expect(step.getByText('Expires in 2 days')).toBeVisible();
  await page.goto('about:blank');
  await time.pass(days(3));
  await openDashboard(page, product, { who: vera, path });
  await expect(step.getByText('Expired', { exact: true })).toHaveCount(2);
  await expect(step).toContainText('Every certificate in the saved metadata has expired.');
  await expectAccessibleInEachLanguage(page, 'ended certificate');
  await page.goto('/dashboard/overview');
  await expect(
    page.getByRole('link', { name: /^A certificate of your identity provider expired on/ }),
  ).toBeVisible();
});

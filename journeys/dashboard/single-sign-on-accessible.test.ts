/** axe on the states of single sign-on before anything is set up. The other journeys of the area have the later ones. */
import { randomUUID } from 'node:crypto';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

test('single sign-on is accessible while it is empty, refused, pending, asked about, and failed', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/single-sign-on' });
  await expectAccessibleInEachLanguage(page, 'nothing set up');

  const sections = page.locator('main section');
  await expectAccessibleInEachLanguage(page, 'refused domain and file', async () => {
    await sections.first().getByRole('textbox').press('Enter');
    await expect(page.locator('main [aria-invalid=true]')).toHaveCount(1);
    // Refused before it is sent.
    const tooLarge = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.alloc(257 * 1024, ' ') };
    await page.locator('input[type=file]').setInputFiles(tooLarge);
    await expect(page.locator('main [role=alert]').filter({ hasText: '256' })).toBeVisible();
  });

  await sections
    .first()
    .getByRole('textbox')
    .fill(`d${randomUUID().slice(0, 8)}.test`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for DNS')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'pending domain');
  await expectAccessibleInEachLanguage(page, 'question before a domain is removed', async () => {
    await sections.first().getByRole('listitem').getByRole('button').first().press('Enter');
    await page.getByRole('alertdialog').waitFor();
  });

  const path = `/auth/v1/companies/${await companyIdOf(page)}/domains` as const;
  monitor.mayAnswer(500, { path });
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await expectAccessibleInEachLanguage(page, 'failed', () =>
    expect(page.locator('main [role=alert]').filter({ has: page.getByRole('button') })).toHaveCount(1),
  );
});

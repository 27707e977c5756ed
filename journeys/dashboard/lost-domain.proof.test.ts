/** A verified domain whose DNS record disappears (docs/decisions/lost-domains.md). */
import { randomUUID } from 'node:crypto';
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { addTxtRecord, checkDomains, removeTxtRecord } from '@app/testing/product/stand-in-dns.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

const path = '/single-sign-on';

test('a domain whose record is gone is lost: the screens and a mail say so, and the record brings it back', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const domain = `d${randomUUID().slice(0, 8)}.test`;
  const record = `_northline.${domain}`;
  await openDashboard(page, product, { who: vera, path });
  const domains = page.getByRole('region', { name: /Domains$/ });
  await domains.getByLabel('Domain', { exact: true }).fill(domain);
  await page.keyboard.press('Enter');
  const value = await domains
    .locator('dd', { hasText: 'northline-verification=' })
    .locator('code')
    .innerText();
  await addTxtRecord(product, record, value);
  await domains.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(domains.getByText('Verified', { exact: true })).toBeVisible();

  // The domain is lost only after some daily checks in a row.
  const mails = await product.mailbox.mails(vera.email);
  await removeTxtRecord(product, record, value);
  for (let check = 1; check <= limits.domainChecksToLose; check += 1) {
    expect(await product.mailbox.mails(vera.email)).toHaveLength(mails.length);
    await product.advance(hours(25));
    await checkDomains(product);
  }
  const mail = await product.mailbox.next(vera.email);
  expect(mail.subject).toBe(`Northline: the DNS record of ${domain} is missing`);
  expect(mail.text).toContain('/dashboard/single-sign-on');

  await openDashboard(page, product, { who: vera, path: '/overview' });
  await page.getByRole('link', { name: 'The DNS record of 1 domain is missing' }).press('Enter');
  await expect(domains.getByText('Record missing')).toBeVisible();
  await expect(domains).toContainText('Your people can still log in');
  await expect(domains).toContainText('Add the record again.');
  await expect(domains.getByText(value)).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'lost domain');

  const { path: verifyPath } = singleSignOnEndpoints.verifyDomain;
  const companyId = await companyIdOf(page);
  monitor.mayAnswer(409, {
    path: verifyPath.replace('{id}', companyId).replace('{domain}', domain) as typeof verifyPath,
  });
  const check = domains.getByRole('button', { name: 'Check now' });
  await check.press('Enter');
  await expect(domains).toContainText(`There is no TXT record at ${record}`);
  await expect(domains.getByText('Record missing')).toBeVisible();
  await addTxtRecord(product, record, value);
  await check.press('Enter');
  await expect(domains.getByText('Verified', { exact: true })).toBeVisible();
  await page.goto('/dashboard/overview');
  await expect(page.getByText('Nothing right now.')).toBeVisible();
});

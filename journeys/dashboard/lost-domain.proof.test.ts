/** A verified domain whose DNS record disappears (docs/decisions/lost-domains.md). */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

const path = '/single-sign-on';

/** Opens the page of the stand-in DNS in a separate tab. */
async function atDns(page: Page, act: (dns: Page) => Promise<void>): Promise<void> {
  const dns = await page.context().newPage();
  await dns.goto('/stand-in/dns');
  await act(dns);
  await dns.close();
}

const addRecord = (page: Page, name: string, text: string) =>
  atDns(page, async (dns) => {
    await dns.getByLabel('Name').fill(name);
    await dns.getByLabel('Text').fill(text);
    await dns.getByRole('button', { name: 'Add' }).press('Enter');
    await expect(dns.locator('dd', { hasText: text })).toBeVisible();
  });

test('a domain whose record is gone is lost: the screens and a mail say so, and the record brings it back', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const domain = `d${randomUUID().slice(0, 8)}.test`;
  await openDashboard(page, product, { who: vera, path });
  const domains = page.getByRole('region', { name: /Domains$/ });
  await domains.getByLabel('Domain', { exact: true }).fill(domain);
  await page.keyboard.press('Enter');
  const value = await domains
    .locator('dd', { hasText: 'northline-verification=' })
    .locator('code')
    .innerText();
  await addRecord(page, `_northline.${domain}`, value);
  await domains.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(domains.getByText('Verified', { exact: true })).toBeVisible();

  // The domain is lost only after some daily checks in a row.
  const mails = await product.mailbox.mails(vera.email);
  await atDns(page, async (dns) => {
    await dns.locator('section', { hasText: value }).getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(dns.getByText(value)).toBeHidden();
    for (let check = 1; check <= limits.domainChecksToLose; check += 1) {
      expect(await product.mailbox.mails(vera.email)).toHaveLength(mails.length);
      await product.advance(hours(25));
      // The answer to the check leads back to this page. A page that is closed while it loads may never be.
      const checked = dns.waitForEvent('framenavigated');
      await dns.getByRole('button', { name: 'Check now' }).press('Enter');
      await checked;
    }
  });
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
  await expect(domains).toContainText(`There is no TXT record at _northline.${domain}`);
  await expect(domains.getByText('Record missing')).toBeVisible();
  await addRecord(page, `_northline.${domain}`, value);
  await check.press('Enter');
  await expect(domains.getByText('Verified', { exact: true })).toBeVisible();
  await page.goto('/dashboard/overview');
  await expect(page.getByText('Nothing right now.')).toBeVisible();
});

/** How an admin sets up single sign-on, from a domain to the requirement. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { openDashboard, waitForAccount } from '@app/testing/product/dashboard-session.ts';
import { pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import { ada, notifications, petra } from '@app/testing/screens/sign-in-screens.ts';
import { look } from '#accessibility/axe.ts';

// A separate product: the last test changes every account.
test.use({ settings: { LOG_LEVEL: 'warn' }, freshLimits: false });

const path = '/single-sign-on';
const newDomain = 'another.test';
const company = '/auth/v1/companies/de300000-0000-4000-8000-000000000001';
const verifyPath = `${company}/domains/${newDomain}/verify` as const;

/** axe in light and dark. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const looks = await look(page, undefined, colorScheme === 'light' ? 'every' : 'colours');
    expect([state, looks.flatMap(({ findings }) => findings)]).toEqual([state, []]);
    expect([state, looks.map(({ sideways }) => sideways)]).toEqual([state, looks.map(() => 0)]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const step = (page: Page, name: RegExp) => page.getByRole('region', { name });
/** What has the focus after its button went away (WCAG 2.4.3). */
const focused = (page: Page) => page.locator(':focus');

test('by keyboard alone a domain is claimed by a record of the DNS, and metadata is previewed before it is saved', async ({
  page,
  context,
  product,
  monitor,
}) => {
  monitor.mayAnswer(409, { path: verifyPath });
  monitor.mayAnswer(422, { path: `${company}/domains` });
  monitor.mayAnswer(422, { path: `${company}/saml/configuration` });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, product, { path });
  const domains = step(page, /Domains$/);
  await expect(domains.getByText('northline-sso.test')).toBeVisible();

  const field = domains.getByLabel('Domain', { exact: true });
  await field.focus();
  await page.keyboard.type('gmail.com');
  await page.keyboard.press('Enter');
  await expect(domains.getByText('Anyone can get an address in this domain.')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`ada@${newDomain.toUpperCase()}`);
  await page.keyboard.press('Enter');
  await expect(domains.getByText('Waiting for DNS')).toBeVisible();

  const value = await domains
    .locator('dd', { hasText: 'northline-verification=' })
    .locator('code')
    .innerText();
  const check = domains.getByRole('button', { name: 'Check now' });
  await check.focus();
  await page.keyboard.press('Enter');
  await expect(domains.getByText('There is no TXT record at')).toBeVisible();
  await expectAccessible(page, 'pending');

  const dns = await page.context().newPage();
  await dns.goto('/stand-in/dns');
  await dns.getByLabel('Name').fill(`_northline.${newDomain}`);
  await dns.getByLabel('Text').fill('northline-verification=another');
  await dns.getByRole('button', { name: 'Add' }).click();
  await expect(dns.locator('dd', { hasText: 'northline-verification=another' })).toBeVisible();
  await check.press('Enter');
  await expect(domains.getByText('but with another value')).toBeVisible();
  await expect(domains.getByText('northline-verification=another')).toBeVisible();
  await dns.getByLabel('Name').fill(`_northline.${newDomain}`);
  await dns.getByLabel('Text').fill(value);
  await dns.getByRole('button', { name: 'Add' }).click();
  await expect(dns.locator('dd', { hasText: value })).toBeVisible();
  await check.press('Enter');
  await expect(domains.getByText('Verified', { exact: true })).toHaveCount(2);
  await expect(focused(page)).toContainText('Domains');

  const provider = step(page, /Your identity provider$/);
  for (const name of ['Okta', 'Google Workspace', 'Keycloak', 'ADFS', 'Other', 'Entra ID'])
    await provider.getByRole('tab', { name }).click();
  await provider.getByRole('button', { name: 'Copy Reply URL (Assertion Consumer Service URL)' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/auth\/v1\/saml\/[\w-]+\/acs$/);

  const file = async (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  await file('notes.xml', '<notes/>');
  await expect(page.getByText('This is XML, but not SAML metadata.')).toBeVisible();
  await file('pasted.xml', 'https://idp.example.com/metadata');
  await expect(page.getByText('This is the address of the metadata.')).toBeVisible();
  // From here on, requests are posted to the provider.
  const metadata = await (await page.request.get('/stand-in/idp/metadata?binding=post')).text();
  const unusable =
    '<KeyDescriptor use="signing" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></KeyDescriptor>';
  await file('idp.xml', metadata.replace(/<(?:\w+:)?KeyDescriptor/, `${unusable}$&`));
  const dialog = page.getByRole('dialog', { name: 'Is this your identity provider?' });
  await expect(dialog).toContainText('CN=Northline Workforce');
  await expect(dialog.getByText('Valid')).toBeVisible();
  await expect(dialog).toContainText("A certificate that can't be read");
  await expectAccessible(page, 'preview');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The identity provider was saved.').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(step(page, /Test login$/)).toContainText('Not tested successfully with this metadata yet.');
});

test(
  'a test that fails signs nobody in, and one that passes allows to require single sign-on',
  { tag: '@engines' },
  async ({ page, product }) => {
    await asAdmin(product).verifyDomain('northline.test');
    await openDashboard(page, product, { path });
    await page.getByRole('button', { name: /^(Start test|Test again)$/ }).click();
    await pickAtCompany(page, petra, { changed: true });
    await expect(page.getByRole('heading', { name: 'Test result' })).toBeVisible();
    await expect(page.getByText('checks failed. No one could log in with these settings.')).toBeVisible();
    await expect(page.getByText('The response was changed after it was signed.')).toBeVisible();
    await expectAccessible(page, 'failed');
    // This document was loaded after the response, by the session that the browser has.
    await waitForAccount(page, ada);

    await page.getByRole('button', { name: 'Test again' }).click();
    await pickAtCompany(page, petra);
    await expect(page.getByText('The test passed.')).toBeVisible();
    await page.getByText('The response as XML').click();
    await expect(page.getByRole('region', { name: 'The response as XML' })).toContainText('<saml:Assertion');
    await expectAccessible(page, 'passed');
    await page.getByRole('link', { name: 'Back to setup' }).click();
    await expect(step(page, /Test login$/)).toContainText('Passed:');

    const require = step(page, /Require single sign-on$/);
    await expect(require).toContainText('accounts change to single sign-on.');
    await expect(require).not.toContainText('outside your verified domains');
    await expectAccessible(page, 'effect');
    await require.getByRole('button', { name: 'Require single sign-on' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Require single sign-on?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Require single sign-on' }).press('Enter');
    const notices = notifications(page);
    await expect(notices.getByText('Single sign-on is now required.')).toBeVisible();
    await expect(notices).toContainText('accounts change to single sign-on.');
    await expect(require).toContainText(`(${ada}) keeps the password`);
    await expect(focused(page)).toContainText('Require single sign-on');
    await expectAccessible(page, 'required');
  },
);

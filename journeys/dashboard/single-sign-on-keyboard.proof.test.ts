/**
 * Single sign-on from the metadata to the requirement and back, only by keyboard; and what keeps a way to sign in: a
 * test with the metadata in force, and an admin who keeps the password.
 */
import type { Locator, Page } from '@playwright/test';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { tabTo as tabToControl } from '@app/testing/browser/tab-to.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { accountOf } from '@app/testing/screens/provider-screens.ts';
import { notifications, petra } from '@app/testing/screens/sign-in-screens.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

// A separate product: the last test changes every account.
test.use({ settings: { LOG_LEVEL: 'error' }, freshLimits: false });

const path = '/single-sign-on';
const step = (page: Page, name: RegExp) => page.getByRole('region', { name });
const preview = (page: Page) => page.getByRole('dialog', { name: 'Is this your identity provider?' });
const metadataOf = async (page: Page) => (await page.request.get('/stand-in/idp/metadata')).text();

const tabTo = (page: Page, name: string, role: 'button' | 'tab' | 'link' | 'combobox' = 'button') =>
  tabToControl(page, page.getByRole(role, { name, exact: true }));

/** The field for the number of those who are locked out, and the number that it asks for. */
const lockedOut = /how many people will no longer be able to log in/;
const numberIn = async (question: Locator): Promise<string> =>
  /no longer be able to log in: (\d[\d,]*)/.exec(await question.innerText())?.[1] ?? '';

async function passTest(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /^(Start test|Test again)$/ });
  await expect(start).toBeEnabled();
  await start.press('Enter');
  await accountOf(page, petra).press('Enter');
  await expect(page.getByText('The test passed.')).toBeVisible();
}

test("the provider's tabs: arrow keys go round, Enter opens one, and a value is copied", async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, product, { path });
  await tabTo(page, 'Entra ID', 'tab');
  const tab = (name: string) => page.getByRole('tab', { name });
  for (const name of ['Okta', 'Google Workspace', 'Keycloak', 'ADFS', 'Other', 'Entra ID', 'Okta']) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
  }
  await page.keyboard.press('End');
  await expect(tab('Other')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tab('ADFS')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab('ADFS')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await expect(tab('Entra ID')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Entra ID' })).toBeVisible();
  await tabTo(page, 'Copy Identifier (Entity ID)');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/auth\/v1\/saml\/[\w-]+\/metadata$/,
  );
});

test('metadata as a file and as pasted text', async ({ page, product, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, product, { path });
  // Before the key: the browser is told to hand over its file dialogs while the keyboard walks.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'Replace');
  await page.keyboard.press('Enter');
  const file = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(await metadataOf(page)) };
  await (await chooser).setFiles(file);
  await expect(preview(page)).toContainText('CN=Northline Workforce');
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Replace' })).toBeFocused();

  await page.evaluate((text) => navigator.clipboard.writeText(text), await metadataOf(page));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(preview(page)).toContainText("This is what's in metadata.xml.");
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The identity provider was saved.').first()).toBeVisible();
  await expect(preview(page)).toBeHidden();
  await expect(step(page, /Test login$/)).toContainText('Not tested successfully with this metadata yet.');
  await expect(step(page, /Require single sign-on$/)).toContainText('Pass a test with the current metadata.');
  await expectAccessibleInEachLanguage(page, 'untested provider');
});

test('a test that fails and one that passes', async ({ page, product }) => {
  await openDashboard(page, product, { path });
  await tabTo(page, 'Start test');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Deny' }).press('Enter');
  await expect(page.getByText('No one could log in with these settings.')).toBeVisible();
  await expect(page.getByText('Your provider refused the login.')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'failed test');
  await tabTo(page, 'Test again');
  await page.keyboard.press('Enter');
  await accountOf(page, petra).press('Enter');
  await expect(page.getByText('The test passed.')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'passed test');
  await tabTo(page, 'Back to setup', 'link');
  await page.keyboard.press('Enter');
  await expect(step(page, /Test login$/)).toContainText('Passed:');
});

test('other metadata makes the passed test stale: nobody can require single sign-on before a new one', async ({
  page,
  product,
  context,
  monitor,
}) => {
  await openDashboard(page, product, { path });
  await passTest(page);
  await page.getByRole('link', { name: 'Back to setup' }).click();
  monitor.mayAnswer(409, { path: `/auth/v1/companies/${await companyIdOf(page)}/policy` });
  // A second admin's tab, which still shows the test as passed.
  const other = await context.newPage();
  await other.goto(`/dashboard${path}`);
  const require = step(other, /Require single sign-on$/);
  const onButton = require.getByRole('button', { name: 'Require single sign-on' });
  await expect(onButton).toBeVisible();

  const file = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(await metadataOf(page)) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(preview(page)).toContainText('After saving, the test has to pass again');
  await preview(page).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(step(page, /Test login$/)).toContainText('Not tested successfully with this metadata yet.');
  await expect(step(page, /Require single sign-on$/).getByRole('button')).toHaveCount(0);

  await onButton.press('Enter');
  const question = other.getByRole('alertdialog', { name: 'Require single sign-on?' });
  await question.getByLabel(lockedOut).fill(await numberIn(question));
  await question.getByLabel(lockedOut).press('Enter');
  const notices = notifications(other);
  await expect(notices.getByText('Pass a test with the current metadata.')).toBeVisible();
  await other.reload();
  await expect(require).toContainText('Pass a test with the current metadata.');
  await expect(onButton).toHaveCount(0);
});

test('requires it, with another admin who keeps the password, gets in by it, and stops requiring it', async ({
  page,
  product,
  monitor,
}) => {
  const keeper = await createColleague(product, 'keeper');
  await asAdmin(product).change(keeper.email, { role: 'Admin' });
  await openDashboard(page, product, { path });
  await passTest(page);
  await page.getByRole('link', { name: 'Back to setup' }).click();
  // It logs the acting admin out, so what is read again after it is refused.
  const company = `/auth/v1/companies/${await companyIdOf(page)}` as const;
  for (const read of ['policy', 'policy/effect'] as const)
    monitor.mayAnswer(401, { path: `${company}/${read}` });
  monitor.mayAnswer(401, endpoints.refreshTokens);
  const require = step(page, /Require single sign-on$/);
  await tabTo(page, 'Admin who keeps the password', 'combobox');
  await expectAccessibleInEachLanguage(page, 'before it is required', () =>
    page.getByRole('combobox').last().waitFor(),
  );
  await expectAccessibleInEachLanguage(page, 'question before it is required', async () => {
    await page.locator('main section').last().getByRole('button').last().press('Enter');
    await page.getByRole('alertdialog').waitFor();
  });
  await page.keyboard.press('Escape');
  await tabTo(page, 'Admin who keeps the password', 'combobox');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: keeper.email }).waitFor();
  await page.keyboard.type('Ivo');
  await page.keyboard.press('Enter');
  await expect(require).toContainText("You won't keep your own password: you'll be logged out");
  await tabTo(page, 'Require single sign-on');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Require single sign-on?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Demo accounts outside of the company's domain are locked out: their number is typed first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question.getByLabel(lockedOut)).toBeFocused();
  await expect(question.getByText(`Type ${await numberIn(question)}.`)).toBeVisible();
  await page.keyboard.type(await numberIn(question));
  await page.keyboard.press('Enter');
  await expect(notifications(page)).toContainText('Single sign-on is now required.');

  await openDashboard(page, product, { who: keeper, path });
  await expect(require).toContainText(`(${keeper.email}) keeps the password`);
  await expectAccessibleInEachLanguage(page, 'required');
  await expect(page.getByRole('button', { name: 'Remove provider' })).toHaveCount(0);
  await tabTo(page, 'Stop requiring it');
  await page.keyboard.press('Enter');
  const end = page.getByRole('alertdialog', { name: 'Stop requiring single sign-on?' });
  await expect(end.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(end).toBeHidden();
  await expect(page.getByRole('button', { name: 'Stop requiring it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(end.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Single sign-on is no longer required.').first()).toBeVisible();
  await expect(require.getByRole('button', { name: 'Require single sign-on' })).toBeVisible();
});

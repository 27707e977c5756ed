/** What needs a recent sign-in asks for the password, or for a new sign-in at the provider (RFC 9470). */
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { minutes } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import type { Monitor } from '@app/testing/browser/monitor.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import {
  accountOf,
  goToCompany,
  googleButton,
  goToGoogle,
  pickAtCompany,
  submitSsoForm,
} from '@app/testing/screens/provider-screens.ts';
import {
  cookieValue,
  emailField,
  gina,
  loginButton,
  nadia,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

const domainField = (page: Page) => page.getByRole('textbox', { name: 'Domain' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: "Confirm that it's you" });
const newDomain = (): string => `d${randomUUID().slice(0, 8)}.test`;
/** An old access token, and a change that is asked about, are refused: for this domain too. */
async function expectRefusals(page: Page, monitor: Monitor, domain = ''): Promise<void> {
  const claims = (await cookieValue(page, 'id_token'))?.split('.')[1] ?? '';
  const { 'custom:company_id': companyId } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  for (const { path } of [
    ...Object.values(singleSignOnEndpoints),
    ...Object.values(ownAccountEndpoints),
    ...Object.values(invitationEndpoints),
    endpoints.refreshTokens,
  ])
    monitor.mayAnswer(401, {
      path: path.replace('{id}', companyId).replace('{domain}', domain) as typeof path,
    });
}

/** Follows the dialog to the company's provider and back. Resolves to the request that the provider got. */
async function confirmAtCompany(page: Page, monitor: Monitor): Promise<string> {
  await dialogOf(page).getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL(/\/login\?prompt=login&redirect=/);
  await waitForHydration(page);
  await expect(emailField(page)).toHaveValue(nadia);
  const asked = page.waitForRequest((request) => request.url().includes('SAMLRequest='));
  monitor.mayReturn('/login/sso');
  await submitSsoForm(page);
  const sent = new URL((await asked).url()).searchParams.get('SAMLRequest') ?? '';
  await pickAtCompany(page, nadia);
  return sent;
}

test('by keyboard alone: a wrong password, leaving, and the right one, which goes on with what was asked for', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/single-sign-on' });
  await expectRefusals(page, monitor);
  const domain = newDomain();
  await domainField(page).fill(domain);
  await product.advance(minutes(16));
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const secret = dialog.getByLabel('Password', { exact: true });
  await expect(secret).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await page.keyboard.type(`${vera.password}?`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await expect(secret).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { findings } of await look(page)) expect(findings).toEqual([]);
  }

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText("Nothing was changed, because you didn't confirm that it's you."),
  ).toBeVisible();
  await expect(domainField(page)).toHaveValue(domain);
  await expect(page.getByText('Waiting for DNS')).toBeHidden();

  await domainField(page).press('Enter');
  await expect(secret).toBeFocused();
  await page.keyboard.type(vera.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for DNS')).toBeVisible();
  await expect(page.getByText(domain).first()).toBeVisible();

  // For 15 minutes nothing is asked.
  await domainField(page).fill(newDomain());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for DNS')).toHaveCount(2);

  // Where an admin is invited, it is asked for again: the sending is paused, and goes on.
  await page.goto('/dashboard/invitations/new');
  const run = newAddress('admin').split('@')[0] ?? '';
  const lines = ['email,role', `${run}-a@lowtide.test,User`, `${run}-b@lowtide.test,Admin`];
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await product.advance(minutes(16));
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(secret).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible();
  await expect(page.getByText('0 of 2')).toBeVisible();

  await page.getByRole('button', { name: 'Continue' }).click();
  await secret.fill(vera.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 people were invited.')).toBeVisible();
  await product.mailbox.next(`${run}-b@lowtide.test`);
});

test('an admin of single sign-on is asked by the provider, and finds what was typed and asked', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayReturn('/login/sso');
  await goToCompany(page, nadia);
  await pickAtCompany(page, nadia);
  await expect(successTitle(page)).toBeVisible();
  const domain = newDomain();
  await expectRefusals(page, monitor, domain);
  await page.goto('/dashboard/single-sign-on');
  await domainField(page).fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const remove = page.getByRole('button', { name: `Remove ${domain}` });
  await expect(remove).toBeVisible();
  const typed = newDomain();
  await domainField(page).fill(typed);
  await product.advance(minutes(16));
  await remove.click();
  const question = page.getByRole('alertdialog', { name: `Remove ${domain}?` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(dialogOf(page)).toContainText("Log in with your company's single sign-on again");
  const before = await cookieValue(page, 'refresh_token');
  const sent = await confirmAtCompany(page, monitor);
  expect(inflateRawSync(Buffer.from(sent, 'base64')).toString()).toContain(' ForceAuthn="true"');
  await expect(page).toHaveURL('/dashboard/single-sign-on');
  // The question is asked again, and one press does it.
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect(remove).toBeHidden();
  await expect(domainField(page)).toHaveValue(typed);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText(typed).first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();

  // The session before has no owner any more.
  await expect
    .poll(async () => {
      const answer = await page.request.post(endpoints.refreshTokens.path, {
        data: { refreshToken: before },
      });
      return answer.status();
    })
    .toBe(401);
});

test('the address that asks again ends no session, and makes Google ask', async ({ page, monitor }) => {
  monitor.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
  const before = await cookieValue(page, 'refresh_token');

  // A link from elsewhere, followed and left.
  await page.goto('/login?prompt=login');
  await expect(loginButton(page)).toBeVisible();
  expect(await cookieValue(page, 'refresh_token')).toBe(before);
  await page.goto('/dashboard/me');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();

  await page.goto('/login?prompt=login');
  await waitForHydration(page);
  const asked = page.waitForRequest((request) => request.url().includes('response_type=id_token'));
  await googleButton(page).click();
  const { searchParams } = new URL((await asked).url());
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
});

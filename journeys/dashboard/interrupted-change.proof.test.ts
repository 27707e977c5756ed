/** A session that ends in the middle of work on many: it is done once, and reported after logging in again. */
import { dashboardEndpoints, endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { call, createAccount, newAddress, tokensOf } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { admin, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { ada, codeField, cookieValue, logIn, loginButton } from '@app/testing/screens/sign-in-screens.ts';

test('a change whose answer is lost with its session is reported after the login, and was made once', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayFail();
  await openDashboard(page, product, { path: '/people' });
  const claims = (await cookieValue(page, 'id_token'))?.split('.')[1] ?? '';
  const companyId = String(JSON.parse(Buffer.from(claims, 'base64url').toString())['custom:company_id']);
  for (const { path } of [...Object.values(dashboardEndpoints), endpoints.refreshTokens])
    monitor.mayAnswer(401, { path: path.replace('{id}', companyId) as typeof path });

  for (const name of ['Lena Vogt', 'Marc Dubois'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set two-step verification for 2 people' });
  await dialog.getByRole('radio', { name: 'On new devices' }).click();
  await expect(dialog).toContainText('Applies to 2 people');

  // The service does the change, then the session ends, and the answer never arrives.
  const keys: (string | undefined)[] = [];
  await page.route(/\/users$/, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH' || request.postDataJSON().preview === true) return route.fallback();
    keys.push(request.headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    expect((await route.fetch()).status()).toBe(200);
    await call(product, endpoints.revokeTokens, { refreshToken: await cookieValue(page, 'refresh_token') });
    return route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Apply to 2 people' }).click();
  await page
    .getByRole('alertdialog', { name: 'Your session has ended' })
    .getByRole('button', { name: 'Log in again' })
    .click();
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
  await logIn(page, ada);
  await codeField(page).fill(await product.mailbox.nextCode(ada));

  await expect(page).toHaveURL('/dashboard/people');
  await expect(page.getByText('"Two-step verification" was interrupted after 0 of 2 people.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Two-step verification set for 2 people.').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Lena Vogt/ })).toContainText('On new devices');
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);

  const { tokens } = await tokensOf(product, admin);
  const path = dashboardEndpoints.listAuditEntries.path.replace('{id}', companyId);
  const answer = await page.request.get(`${product.url}${path}?action=secondStepChanged`, {
    headers: { authorization: `Bearer ${tokens?.access_token}` },
  });
  const { items } = (await answer.json()) as { items: { target: string }[] };
  expect(items.map(({ target }) => target).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'lena@northline.test',
    'marc@northline.test',
  ]);
  // As other journeys find them.
  await asAdmin(product).change('lena@northline.test', { secondStep: 'company' });
  await asAdmin(product).change('marc@northline.test', { secondStep: 'off' });
});

test('1,200 people are invited though the session ends in the second part, and all are reported', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayFail();
  const who = await createAccount(product);
  await openDashboard(page, product, { who, path: '/invitations/new' });
  const claims = (await cookieValue(page, 'id_token'))?.split('.')[1] ?? '';
  const companyId = String(JSON.parse(Buffer.from(claims, 'base64url').toString())['custom:company_id']);
  for (const { path } of [...Object.values(dashboardEndpoints), endpoints.refreshTokens])
    monitor.mayAnswer(401, { path: path.replace('{id}', companyId) as typeof path });

  const run = newAddress('outlives').split('@')[0] ?? '';
  const addresses = Array.from({ length: 1200 }, (_, n) => `${run}-${n}@lowtide.test`);
  const buffer = Buffer.from(['email', ...addresses].join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('1,200 people were added.')).toBeVisible();

  // Another tab signs out while the second part runs, whose answer never arrives.
  const keys: string[] = [];
  await page.route('**/auth/v1/companies/*/invitations', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    keys.push(request.headers()['idempotency-key'] ?? '');
    if (keys.length !== 2) return route.fallback();
    expect((await route.fetch()).status()).toBe(200);
    await call(product, endpoints.revokeTokens, { refreshToken: await cookieValue(page, 'refresh_token') });
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Invite 1,200 people' }).click();
  await page
    .getByRole('alertdialog', { name: 'Your session has ended' })
    .getByRole('button', { name: 'Log in again' })
    .click();
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
  await logIn(page, who.email, who.password);
  await codeField(page).fill(await product.mailbox.nextCode(who.email));

  await expect(page).toHaveURL('/dashboard/invitations/new');
  await expect(page.getByText('1,200 people were invited.')).toBeVisible();
  const { tokens } = await tokensOf(product, who);
  const path = dashboardEndpoints.listAuditEntries.path.replace('{id}', companyId);
  const answer = await page.request.get(`${product.url}${path}?action=invited&search=${run}`, {
    headers: { authorization: `Bearer ${tokens?.access_token}` },
  });
  const { total } = (await answer.json()) as { total: number };
  expect(new Set(keys).size).toBe(3);
  expect(keys.length).toBeGreaterThan(3);
  expect(total).toBe(1200);
});

/** A company of more people than one call changes: all of them selected, changed, undone, interrupted and reported. */
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { invitePeople } from '@app/testing/product/invited-people.ts';
import type { Product } from '@app/testing/product/start-product.ts';

const invited = 520;
const all = String(invited + 1);

/** A company whose admin has invited that many people. */
async function createLargeCompany(product: Product) {
  const who = await createAccount(product);
  const mark = newAddress('crew').split('@')[0] ?? '';
  const people = Array.from({ length: invited }, (_, n) => {
    const number = String(n + 1).padStart(3, '0');
    return { email: `${mark}-${number}@lowtide.test`, name: `Crew ${number}` };
  });
  await invitePeople(product, who, people);
  return { who, people };
}

/** Selects the people of this page, and then all that the list has. */
async function selectEverybody(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click();
  await expect(page.getByText('All 50 people on this page are selected.')).toBeVisible();
  await page.getByRole('button', { name: `Select all ${all} people` }).click();
  await expect(page.getByRole('toolbar')).toContainText(`${all} selected`);
  await expect(page.getByText('All 50 people on this page are selected.')).toBeHidden();
}

/** Asks for the second step of the selected people, and waits for what the dialog says. */
async function askForSecondStep(page: Page, choice: string) {
  await page.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).click();
  const dialog = page.getByRole('dialog', { name: `Set two-step verification for ${all} people` });
  await dialog.getByRole('radio', { name: choice }).click();
  await expect(dialog).toContainText(`Applies to ${all} people from their next login.`);
  await expect(dialog).toContainText('You can undo this for 10 seconds.');
  return dialog;
}

const shownTotal = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');

test('everybody on all pages is selected, changed and changed back within ten seconds', async ({
  page,
  product,
}) => {
  const { who } = await createLargeCompany(product);
  await openDashboard(page, product, { who, path: '/people' });
  await expect(shownTotal(page)).toHaveText(`1–50 of ${all}`);
  await selectEverybody(page);
  const dialog = await askForSecondStep(page, 'On new devices');
  await dialog.getByRole('button', { name: `Apply to ${all} people` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Two-step verification set for ${all} people.`).first()).toBeVisible();
  // The toast stays while the focus is in it.
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Undone for ${all} people.`).first()).toBeVisible();
  await page.goto('/dashboard/people?secondStep=company');
  await expect(shownTotal(page)).toHaveText(`1–50 of ${all}`);

  // Nobody of them has a session, and one is the admin: each is named with the reason.
  await selectEverybody(page);
  await page.getByRole('toolbar').getByRole('button', { name: 'Log out' }).click();
  const out = page.getByRole('dialog', { name: `Log out ${all} people everywhere?` });
  await expect(out).toContainText('There is nothing to change.');
  await expect(out).toContainText(`This can't be done for ${all} people:`);
  const own = out.getByRole('listitem').filter({ hasText: 'Your own account: another admin can do this' });
  await expect(own.getByRole('listitem')).toHaveCount(1);
  const others = out.getByRole('listitem').filter({ hasText: 'Disabled or not confirmed: has no session' });
  await expect(others.getByRole('listitem')).toHaveCount(invited);
  await expect(out.getByRole('button', { name: /^Log out/ })).toHaveCount(0);
});

test('a change that stops after the first 500 goes on after a reload, and reports each account it left out', async ({
  page,
  product,
  monitor,
  context,
}) => {
  monitor.mayFail();
  const { who, people } = await createLargeCompany(product);
  await openDashboard(page, product, { who, path: '/people?sort=email' });
  await selectEverybody(page);
  const dialog = await askForSecondStep(page, 'Never');

  // Another admin's tab changes two accounts of the second part meanwhile.
  const other = await context.newPage();
  const changed = people.slice(-2);
  await other.goto(`/dashboard/people?search=${changed[0]?.email.slice(0, -'00@lowtide.test'.length) ?? ''}`);
  for (const { name } of changed) await other.getByRole('checkbox', { name: `Select ${name}` }).click();
  await other.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).click();
  await other.getByRole('radio', { name: 'At every login' }).click();
  await other.getByRole('button', { name: 'Apply to 2 people' }).click();
  await expect(other.getByText('Two-step verification set for 2 people.').first()).toBeVisible();

  // The service does the first 500; the connection is lost before it gets the rest.
  const keys: string[] = [];
  await page.route(/\/users$/, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH' || request.postDataJSON().preview === true) return route.fallback();
    const key = request.headers()['idempotency-key'] ?? '';
    if (!keys.includes(key)) keys.push(key);
    return keys.indexOf(key) === 0 ? route.fallback() : route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: `Apply to ${all} people` }).click();
  await expect(dialog.getByText('Connection lost.')).toBeVisible();
  // The dialog knows how far it came.
  await expect(dialog).toContainText("500 people already have this setting and won't change.");
  await expect(dialog.getByRole('button', { name: `Apply to ${invited - 501} people` })).toBeEnabled();
  expect(keys.length).toBe(2);

  await page.unroute(/\/users$/);
  const again: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') again.push(request.headers()['idempotency-key'] ?? '');
  });
  await page.reload();
  await expect(
    page.getByText(`"Two-step verification" was interrupted after 500 of ${all} people.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`Two-step verification set for ${invited - 1} people.`).first()).toBeVisible();
  expect(again).toEqual(keys.slice(1));
  const report = page.getByRole('listitem').filter({ hasText: 'Someone else changed it in the meantime' });
  await expect(report.getByRole('listitem')).toHaveCount(2);
  for (const { email } of changed) await expect(report).toContainText(email);

  await page.goto('/dashboard/people?secondStep=off');
  await expect(shownTotal(page)).toHaveText(`1–50 of ${invited - 1}`);
  await page.goto('/dashboard/people?secondStep=always');
  await expect(page.locator('tbody tr')).toHaveCount(2);
});

test('`/`, `?`, order, filter and pages are in the address, and back and forward restore them', async ({
  page,
  product,
}) => {
  const { who } = await createLargeCompany(product);
  await openDashboard(page, product, { who, path: '/people' });
  const firstName = page.locator('tbody tr').first();
  await expect(firstName).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('On this page');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('crew');
  await expect(page).toHaveURL('/dashboard/people?search=crew');
  await expect(shownTotal(page)).toHaveText(`1–50 of ${invited}`);
  const byName = page.getByRole('button', { name: 'Name', exact: true });
  await byName.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/people?search=crew&order=DESC');
  await expect(firstName).toContainText('Crew 520');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (const [range, first] of [
    [`51–100 of ${invited}`, 'Crew 470'],
    [`101–150 of ${invited}`, 'Crew 420'],
  ] as const) {
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(shownTotal(page)).toHaveText(range);
    await expect(firstName).toContainText(first);
  }
  await expect(page).toHaveURL(/[?&]page=3(&|$)/);
  await page.reload();
  await expect(firstName).toContainText('Crew 420');
  await page.goBack();
  await expect(firstName).toContainText('Crew 470');
  await page.goBack();
  await expect(firstName).toContainText('Crew 520');
  await expect(page).toHaveURL('/dashboard/people?search=crew&order=DESC');
  await page.goBack();
  await expect(firstName).toContainText('Crew 001');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/people');
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('');
  await expect(shownTotal(page)).toHaveText(`1–50 of ${all}`);
  for (let steps = 0; steps < 3; steps += 1) await page.goForward();
  await expect(firstName).toContainText('Crew 470');
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('crew');
});

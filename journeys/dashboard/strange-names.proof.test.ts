/** Names with markup, marks that turn the direction, and 4,000 emoji: shown as text, cut, and whole in a tooltip. */
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { newAddress } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

const names: readonly (readonly [about: string, name: string])[] = [
  ['markup', '<img src=x onerror="document.title=1"><b>bold</b>&amp;'.repeat(12)],
  ['marks that turn the direction', `\u202E${'gnp.exe '.repeat(40)}\u2066 עדה مرحبا \u200F`],
  ['4,000 emoji', '👩‍🚀'.repeat(4000)],
];

/** Gives the first row of a list another text, as a service could that checks less than ours. */
async function rename(page: Page, path: RegExp, change: (row: Record<string, unknown>) => object) {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const list = (await response.json()) as { items: Record<string, unknown>[] };
    const [first, ...others] = list.items;
    return route.fulfill({
      response,
      json: { ...list, items: [{ ...first, ...(first && change(first)) }, ...others] },
    });
  });
}

/** The whole text is in the page and in the tooltip, nothing of it is an element, and the page is as wide as before. */
async function expectCut(page: Page, line: Locator, name: string): Promise<void> {
  expect(await line.evaluate((element) => element.textContent)).toBe(name);
  // Once the line is measured, it is in the page again, as what the tooltip belongs to.
  const isCut = () => line.evaluate((element) => element.scrollWidth > element.clientWidth);
  await expect.poll(isCut).toBe(true);
  await line.hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  expect(await tooltip.evaluate((element) => element.textContent)).toBe(name);
  await expect(page.locator('main :is(img, b), [role=tooltip] :is(img, b)')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
}

for (const [about, name] of names) {
  test(`${about} in the people, a report, the login log and the audit log`, async ({ page, product }) => {
    await asAdmin(product).invite(newAddress('strange'));
    await rename(page, /\/users\?/, () => ({ name }));
    await rename(page, /\/events(?:\?|$)/, () => ({ name }));
    await rename(page, /\/audit(?:\?|$)/, () => ({
      target: name,
      targetName: undefined,
      before: { email: 'ada@a.test' },
      after: { email: name },
    }));
    await openDashboard(page, product, { path: '/people?status=unconfirmed' });
    const row = page.locator('tbody tr').first();
    await expectCut(page, row.locator('th bdi').first(), name);

    // An invited person has no session: the report has the name.
    await row.getByRole('checkbox').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Resend invitation' }).waitFor();
    await page.route(/\/users$/, (route) => {
      const { ids } = route.request().postDataJSON() as { ids: readonly string[] };
      const results = ids.map((id) => ({ id, ok: false, reason: 'changedMeanwhile' }));
      return route.fulfill({ json: { results } });
    });
    await page.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'At every login' }).click();
    await expect(dialog).toContainText('Someone else changed it in the meantime');
    await expectCut(page, dialog.locator('li li bdi').first(), name);

    await page.goto('/dashboard/sign-in-log');
    await expectCut(page, page.locator('tbody tr').first().locator('td bdi').first(), name);
    await page.goto('/dashboard/audit-log');
    const target = page.locator('tbody tr').first().locator('td').nth(0).locator('bdi').nth(1);
    await expectCut(page, target, name);
    await expectCut(
      page,
      page.locator('tbody tr').first().locator('td').nth(1).locator('li bdi').last(),
      name,
    );
    // The keyboard reaches it, too.
    await target.focus();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
}

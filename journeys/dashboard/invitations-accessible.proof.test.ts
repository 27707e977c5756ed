import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';

import { languages } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newAddress } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

import { look } from '#accessibility/axe.ts';

/** Chooses a file as the person does by the button. */
const choose = (page: Page, lines: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n'), 'latin1'),
  });

test('every state is accessible in each language, light and dark, on a phone and a desktop', async ({
  page,
  product,
}) => {
  const who = await createAccount(product);
  const findings: string[] = [];
  const judge = async (where: string, rules: 'every' | 'texts' | 'colours') => {
    for (const seen of await look(page, undefined, rules)) {
      findings.push(...seen.findings.map((each) => `${where}: ${each}`));
      if (seen.sideways > 0) findings.push(`${where}: scrolls sideways by ${seen.sideways}`);
    }
  };
  /** In this language on a phone; in English also on a desktop, light and dark. */
  const everywhere = async (where: string, language: string) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await judge(`${where}, ${language}, phone`, language === 'en' ? 'every' : 'texts');
    if (language !== 'en') return;
    await page.setViewportSize({ width: 1280, height: 900 });
    await judge(`${where}, desktop`, 'every');
    await page.emulateMedia({ colorScheme: 'dark' });
    await judge(`${where}, dark`, 'colours');
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await openDashboard(page, product, { who, path: '/invitations' });
  for (const language of languages) {
    await page.goto(`/dashboard/invitations?lng=${language}`);
    await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor();
    await everywhere('nobody', language);
    await page.goto(`/dashboard/invitations/new?lng=${language}`);
    await page.getByRole('form').waitFor();
    await choose(page, ['email;role', 'broken;Kaiser', `${newAddress('ok')};`, `${who.email};`]);
    await page.getByRole('table').waitFor();
    await everywhere('rows', language);
    await page.getByRole('table').getByRole('button').first().click();
    await everywhere('a row that is mended', language);
    await page.keyboard.press('Escape');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/auth/v1/companies/*/invitations', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.locator('main').getByRole('button').filter({ hasText: '2' }).last().click();
    await page.getByRole('progressbar').waitFor();
    await everywhere('sending', language);
    release();
    await page.getByRole('table').waitFor();
    await everywhere('report', language);
    await page.unroute('**/auth/v1/companies/*/invitations');
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/dashboard/invitations?lng=${language}`);
    await page.getByRole('table').waitFor();
    await everywhere('list', language);
    await page.getByRole('table').getByRole('button').nth(1).click();
    await page.getByRole('alertdialog').waitFor();
    await everywhere('question', language);
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor();
  }
  expect(findings).toEqual([]);
});

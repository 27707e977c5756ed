/** axe on the frame, and on the list of people, its dialog and a person, in every language. */
import type { Page } from '@playwright/test';
import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { look } from '#accessibility/axe.ts';

/** Of development (`service/src/store/before-start.ts`). */
const demoCompanyId = 'de300000-0000-4000-8000-000000000001';

/** Looks at a page, and keeps what it finds. */
function judgeOf(page: Page) {
  const findings: string[] = [];
  const judge = async (where: string, rules: 'every' | 'texts'): Promise<void> => {
    for (const seen of await look(page, undefined, rules)) {
      // An open menu lies over the page, outside of its landmarks.
      const own = seen.findings.filter((each) => !each.startsWith('region at #base-ui'));
      findings.push(...own.map((each) => `${where}: ${each}`));
      if (seen.sideways > 0) findings.push(`${where}: scrolls sideways by ${seen.sideways}`);
    }
  };
  return { findings, judge };
}

test('the frame is accessible in each language, light and dark, on a phone and a desktop', async ({
  page,
  product,
}) => {
  const { findings, judge } = judgeOf(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await openDashboard(page, product, { path: '/nothing' });
  for (const language of languages) {
    await page.goto(`/dashboard/nothing?lng=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    await judge(`${language}, phone`, language === 'en' ? 'every' : 'texts');
    await page.getByRole('navigation').getByRole('button').click();
    await judge(`${language}, phone, more`, language === 'en' ? 'every' : 'texts');
  }
  await page.goto('/dashboard/nothing?lng=en');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await judge(`desktop, ${colorScheme}`, 'every');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menu').waitFor();
    await judge(`account menu, ${colorScheme}`, 'every');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await judge(`keys, ${colorScheme}`, 'every');
    await page.keyboard.press('Escape');
  }
  expect(findings).toEqual([]);
});

test('people are accessible in each language, light and dark, on a phone and a desktop, in every state', async ({
  page,
  product,
  monitor,
}) => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { listUsers, readUser } = userEndpoints;
  const addressOf = (path: string): `/${string}` =>
    `/${path.slice(1).replace('{id}', demoCompanyId).replace('{userId}', unknown)}`;
  monitor.mayAnswer(500, { ...listUsers, path: addressOf(listUsers.path) });
  monitor.mayAnswer(404, { ...readUser, path: addressOf(readUser.path) });
  const { findings, judge } = judgeOf(page);
  const settled = () => expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await openDashboard(page, product, { path: '/people' });
  for (const [index, language] of languages.entries()) {
    const rules = index === 0 ? 'every' : 'texts';
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });
    await page.setViewportSize(index % 2 === 0 ? { width: 1280, height: 800 } : { width: 390, height: 844 });
    await page.goto(`/dashboard/people?lng=${language}`);
    await page.getByRole('checkbox').nth(2).waitFor();
    await settled();
    await judge(`list, ${language}`, rules);
    await page.getByRole('checkbox').nth(2).click();
    await page.getByRole('toolbar').getByRole('button').nth(1).click();
    await page.getByRole('radio').nth(1).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await judge(`dialog, ${language}`, rules);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ben Okafor' }).click();
    await page.getByRole('definition').first().waitFor();
    await judge(`person, ${language}`, rules);
  }
  await page.goto(`/dashboard/people/${unknown}?lng=en`);
  await page.getByRole('alert').waitFor();
  await judge('unknown person', 'every');
  await page.route(/\/users(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard/people');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await judge('failed', 'every');
  expect(findings).toEqual([]);
});

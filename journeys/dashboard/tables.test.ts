/** Every table and list of the dashboard with names and addresses of 60 letters: no cell is cut, and no text is over another. */
import type { Page } from '@playwright/test';

import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { newAddress } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { signInBrowser } from '@app/testing/product/dashboard-session.ts';

/** German has the longest words; the proof walks the others. */
const walked = languages.filter((language) => (language === 'de') !== proof);
const widths = [768, 1024, 1280];
const paths = [
  'people',
  'invitations',
  'invitations/new',
  'sign-in-log',
  'audit-log',
  'me',
  'single-sign-on',
];
/** A part of a cell per letter, as a name of many parts and an address without a place to break. */
const longName = 'Wilhelmina Alexandra Featherstonehaugh-Cholmondeley Montague';
const longAddress = `${'w'.repeat(46)}@example.test.`.slice(0, 60);
/** Rows that are ready, twice in the list, and no address. */
const list =
  'email,name,role,language\n' +
  [longAddress, longAddress, `${'w'.repeat(50)}@example`]
    .map((email) => `${email},${longName},Admin,no`)
    .join('\n');
const longTexts: Readonly<Record<string, string>> = {
  name: longName,
  email: longAddress,
  target: longAddress,
  domain: longAddress.replace('@', '-'),
  device: longName,
};

/** Makes each name and address of an answer long, however deep it is. */
function lengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthen);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && each !== '' ? (longTexts[key] ?? each) : lengthen(each),
    ]),
  );
}

/** Opens an area as a link of the dashboard does, and waits until it shows its rows. */
async function openArea(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), `/dashboard/${path}`);
  if (path === 'invitations/new') {
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    await page.locator('input[type=file]').setInputFiles(file);
  }
  await page.locator('main :is(tbody tr[data-index], ul > li)').first().waitFor();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** What is wrong with the cells that are shown; the other half of each finding is the text. */
const findingsOf = (page: Page): Promise<{ cutTexts: number; findings: string[] }> =>
  page.evaluate(async () => {
    // Two frames: the layout follows the width, and texts are measured after it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const findings: string[] = [];
    const main = document.querySelector('main') as HTMLElement;
    const { left, right } = main.getBoundingClientRect();
    const cells = [...main.querySelectorAll<HTMLElement>('th, td, ul > li, dd')];
    let cutTexts = 0;
    for (const cell of cells) {
      const box = cell.getBoundingClientRect();
      if (box.width === 0) continue;
      const text = (cell.textContent ?? '').slice(0, 40);
      if (box.left < left - 1 || box.right > right + 1) findings.push(`cut cell: ${text}`);
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left: from, right: to } = range.getBoundingClientRect();
        for (let parent = node.parentElement; parent && parent !== cell; parent = parent.parentElement) {
          if (getComputedStyle(parent).overflowX === 'visible') continue;
          const clip = parent.getBoundingClientRect();
          if (to > clip.right + 1 && clip.width > 1) {
            cutTexts += 1;
            const isReachable = parent.closest('a, button, [tabindex="0"], [title]') !== null;
            if (!isReachable) findings.push(`no way to the whole of: ${text}`);
          }
          [from, to] = [Math.max(from, clip.left), Math.min(to, clip.right)];
        }
        if (to > from && (from < box.left - 1 || to > box.right + 1)) findings.push(`over another: ${text}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) findings.push('the page scrolls sideways');
    return { cutTexts, findings };
  });

test('no cell of a table is cut or covered at three widths', async ({ page, product }) => {
  await asAdmin(product).invite(newAddress('tables'));
  await page.route(
    ({ pathname }) => /\/(users|invitations|events|audit|sessions|devices|domains)$/.test(pathname),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, json: lengthen(await response.json()) });
    },
  );
  await signInBrowser(page.context(), product);
  const findings: string[] = [];
  let cutTexts = 0;
  for (const language of walked) {
    await page.goto(`/dashboard/me?lng=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    for (const path of paths) {
      await openArea(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const seen = await findingsOf(page);
        cutTexts += seen.cutTexts;
        findings.push(...seen.findings.map((each) => `${path}, ${language}, ${width} px: ${each}`));
      }
    }
  }
  expect(cutTexts).toBeGreaterThan(0);
  expect([...new Set(findings)]).toEqual([]);
});

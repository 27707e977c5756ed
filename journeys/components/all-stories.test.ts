/**
 * Every story of the component library, prerendered by a server and hydrated under the content security policy of the
 * running product, with Trusted Types. The monitor of the journeys reports every violation and every console error.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'workshop/dist/page');

test.beforeAll(async () => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const page = 'workshop/hydration';
  const args = [vite, 'build', '--app', '--logLevel', 'error', '--config', `${page}/vite.config.ts`, page];
  await promisify(execFile)(process.execPath, args, { cwd: root });
});

test.beforeEach(async ({ page, request }) => {
  const headers = (await request.get('/login')).headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("require-trusted-types-for 'script'");
  await page.route('**/all-stories/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/all-stories/', '') || 'index.html';
    return route.fulfill({ path: join(built, path), headers: { 'content-security-policy': policy } });
  });
});

const document = () => readFileSync(join(built, 'index.html'), 'utf8');
const ids = () => [...document().matchAll(/data-story="([^"]+)"/g)].map(([, id]) => id ?? '');

/** Opens the page of all stories, or of one, and waits until React has hydrated it. */
async function open(page: Page, only = ''): Promise<void> {
  await page.goto(`/all-stories/${only && `?only=${only}`}`);
  await page.waitForFunction(() => 'hydrated' in window);
  expect(await page.evaluate(() => (window as unknown as { mended: string[] }).mended)).toEqual([]);
}

test('a server renders every story without a style or a script of its own, and React has nothing to mend', async ({
  page,
}) => {
  const inline = document().match(
    /<[^>]* style=[^>]*>|<style[^>]*>|<script(?! type="module" src=)[^>]*>|<[^>]* on\w+=[^>]*>/g,
  );
  expect(inline ?? []).toEqual([]);
  await open(page);
  console.log(`all stories: ${ids().length} rendered by the server and hydrated, 0 mended, 0 violations`);
});

test('everything that opens does so under the policy', async ({ page }) => {
  let opened = 0;
  for (const id of ids()) {
    const story = `[data-story="${id}"]`;
    if (!/aria-haspopup|role="combobox"/.test(sectionOf(id))) continue;
    await open(page, id);
    const trigger = page.locator(
      `${story} :is([aria-haspopup], [role="combobox"]):not([aria-disabled="true"], :disabled)`,
    );
    if ((await trigger.count()) === 0) continue;
    await trigger.first().click();
    const overlay = page.locator(
      ':is([role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]):visible',
    );
    await expect(overlay.first()).toBeVisible();
    opened += 1;
  }
  expect(await page.locator('style').count()).toBe(0);
  console.log(`all stories: ${opened} opened, 0 violations`);
});

/** The text of one story in the document. */
const sectionOf = (id: string): string =>
  document()
    .split('<section ')
    .find((section) => section.startsWith(`data-story="${id}"`)) ?? '';

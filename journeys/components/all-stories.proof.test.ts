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

/** The stories of the document: their ids, the titles of their components, and what the server rendered. */
const sections = () =>
  document()
    .split('<section ')
    .slice(1)
    .map((html) => ({
      id: /data-story="([^"]+)"/.exec(html)?.[1] ?? '',
      title: /data-title="([^"]+)"/.exec(html)?.[1] ?? '',
      html,
    }));

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
});

test('each component that opens something does so under the policy', async ({ page }) => {
  const opened: string[] = [];
  for (const { id, title, html } of sections()) {
    // One story of each component is enough; the others open the same.
    if (opened.includes(title) || !/aria-haspopup|role="combobox"/.test(html)) continue;
    await open(page, id);
    const trigger = page.locator(
      `[data-story="${id}"] :is([aria-haspopup], [role="combobox"]):not([aria-disabled="true"], :disabled)`,
    );
    const overlay = page.locator(
      ':is([role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]):visible',
    );
    if ((await trigger.count()) === 0) continue;
    // A story may show it open from the start.
    if ((await overlay.count()) === 0) await trigger.first().click();
    await expect(overlay.first()).toBeVisible();
    expect(await page.locator('style').count(), id).toBe(0);
    opened.push(title);
  }
  expect(opened.length).toBeGreaterThan(3);
});

test('a tooltip opens under the policy', async ({ page }) => {
  await open(page, 'overlays-tooltip-default');
  await page.locator('[data-story="overlays-tooltip-default"] button').hover();
  await expect(page.getByRole('tooltip').first()).toBeVisible();
  expect(await page.locator('style').count()).toBe(0);
});

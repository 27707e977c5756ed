/**
 * Takes the pictures for README.md and docs/dashboard.md. With the folder `SCREENSHOTS`, takes pictures of every state of every screen
 * there: light and dark, phone and desktop, in every language. The journeys check the same states.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { languages, languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '#browser/browser-test.ts';
import { waitForHydration } from '#browser/hydration.ts';
import type { ScreenState } from '#states/screen-state.ts';
import { states } from '#states/states.ts';

import { takeDashboard, settle } from './dashboard-pictures.ts';

const folder = process.env['SCREENSHOTS'];
const docsPictures = join(import.meta.dirname, '../../docs/pictures');
const devices = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

if (folder === undefined) {
  test('the login page for README.md', async ({ page }) => {
    await page.goto('/login');
    await waitForHydration(page);
    await settle(page);
    await page.screenshot({ path: join(docsPictures, 'login.png') });
  });
  takeDashboard(docsPictures);
} else {
  for (const state of states) {
    test(nameOf(state), async ({ page, product, time, monitor }) => {
      const openings = state.byAddress ? languages : (['en'] as const);
      for (const opening of openings) {
        await state.reach({ page, product, time, monitor }, opening);
        if (!state.byAddress) await waitForHydration(page);
        for (const language of state.byAddress ? [opening] : languages) {
          if (!state.byAddress) await choose(page, language);
          await take(page, join(folder, `${nameOf(state)}-${language}`));
        }
      }
    });
  }
}

/** The state's name as a file name: `code-wrong-code`. */
function nameOf({ screen, state }: ScreenState): string {
  return `${screen} ${state}`.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
}

/** Selects a language in the app's menu. */
async function choose(page: Page, language: Language): Promise<void> {
  await page.getByRole('combobox').selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
}

async function take(page: Page, path: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [device, viewport] of Object.entries(devices)) {
      await page.setViewportSize(viewport);
      await settle(page);
      await page.screenshot({ path: `${path}-${theme}-${device}.png`, fullPage: device === 'phone' });
    }
  }
}

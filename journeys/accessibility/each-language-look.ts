/** Runs axe on one state of the dashboard: as it is shown, and in the proof in every language, light on a phone and dark on a desktop. */
import type { Page } from '@playwright/test';

import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { expect, proof } from '@app/testing/browser/browser-test.ts';
import { look } from './axe.ts';

const phone = { width: 320, height: 640 };
const desktop = { width: 1280, height: 800 };

/**
 * Fails for a finding, and where the page scrolls sideways. In the proof the page is opened again in each language, and
 * ends in English.
 *
 * @param reach brings the page into the state; waits for it
 */
export async function expectAccessibleInEachLanguage(
  page: Page,
  state: string,
  reach: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (!proof) {
    await reach();
    const looks = await look(page);
    expect(
      looks.flatMap(({ findings }) => findings),
      state,
    ).toEqual([]);
    return;
  }
  const { pathname } = new URL(page.url());
  const size = page.viewportSize();
  const found: string[] = [];
  for (const language of [...languages.filter((each) => each !== 'en'), 'en'] as const) {
    // A question that is open when the page is left is open again afterwards.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    await page.goto(`${pathname}?lng=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await reach();
    for (const [colorScheme, viewport] of [
      ['light', phone],
      ['dark', desktop],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const rules = language === 'en' ? 'every' : colorScheme === 'light' ? 'texts' : 'colours';
      for (const { findings, sideways } of await look(page, undefined, rules)) {
        found.push(...findings.map((each) => `${language}, ${colorScheme}: ${each}`));
        if (sideways > 0) found.push(`${language}, ${colorScheme}: scrolls sideways by ${sideways}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
  expect(found, state).toEqual([]);
}

/**
 * Goes to the main state of every screen, and in the proof to every state, and checks it: axe in light on a phone of 320
 * pixels (a desktop at 400 %) and in dark on a desktop, and in the proof both on both, in every language; in the main state of a
 * screen also the keyboard order, forced colours, reduced motion, 200 % text and wider text spacing. In the proof
 * `accessibility-report.ts` adds up the figures and can write docs/accessibility.md.
 */
import type { Page } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import type { ScreenState } from '@app/testing/states/screen-state.ts';
import { states } from '@app/testing/states/states.ts';

import { checkedState, type CheckedState } from './accessibility-report.ts';
import { look, type Look, movements } from './axe.ts';
import { lostInForcedColours } from './forced-colours.ts';
import { walkByKeyboard } from './keyboard-order.ts';
import { cutOffText } from './text-size.ts';

const phone = { width: 320, height: 640 };
const desktop = { width: 1440, height: 900 };
const otherLanguages: readonly Language[] = languages.filter((language) => proof && language !== 'en');
const visited = states.filter(({ main }) => proof || main);

test.describe.configure({ mode: 'parallel' });

/**
 * Enough tests to keep two workers busy. Each opens one page, whose compiled script its states share. Not fewer: a
 * page's timers stop after 24 days of fake time (32 bits of milliseconds).
 */
const parts = proof ? 12 : 2;
for (let part = 0; part < parts; part += 1) {
  const own = visited.filter((_, index) => index % parts === part);
  test(`the screens are accessible, part ${part + 1} of ${parts}`, async ({
    context,
    product,
    time,
    monitor,
  }, info) => {
    let shared: Page | undefined;
    const findings: string[] = [];
    for (const state of own) {
      const openings = state.byAddress ? (['en', ...otherLanguages] as const) : (['en'] as const);
      const checked: CheckedState = { screen: state.screen, state: state.state, looks: 0 };
      for (const language of openings) {
        const page = state.ownPage ? await context.newPage() : (shared ??= await context.newPage());
        const where = `${state.screen}, ${state.state}, ${language}`;
        try {
          await resetPage(page);
          // Resets the rate limits that earlier states have used.
          if (language === 'en') await time.pass(hours(25));
          await state.reach({ page, product, time, monitor }, language);
          await (state.byAddress
            ? checkOpened(page, language, { state, checked, findings })
            : checkAll(page, { state, checked, findings }));
        } catch (error) {
          throw new Error(`${where}: ${String(error)}`, { cause: error });
        } finally {
          if (state.ownPage) await page.close();
        }
      }
      info.annotations.push(checkedState(checked));
    }
    expect(findings).toEqual([]);
  });
}

/** The checks of a state and their findings. */
interface Results {
  readonly state: ScreenState;
  readonly checked: CheckedState;
  readonly findings: string[];
}

/** Resets the page: nothing stored, nothing intercepted, on a document of ours without script. */
async function resetPage(page: Page): Promise<void> {
  await page.context().setOffline(false);
  // A page without script. A document that is not a page is sandboxed, and has no storage.
  await page.goto('/help');
  // Only now: earlier, a request that is still held would go to the service.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

/** Checks a state in every language, selected in the app's menu. */
async function checkAll(page: Page, results: Results): Promise<void> {
  const { state, checked } = results;
  const add = (where: string, looks: readonly Look[]) => addLooks(results, where, looks);
  // The language menu works once the page is hydrated.
  await waitForHydration(page);
  await page.setViewportSize(phone);
  const english = await look(page, ['en'], 'every');
  const others = await look(page, otherLanguages, 'texts, then dark');
  add('light, phone', [...english, ...others.filter(({ theme }) => theme === 'light')]);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (proof) {
    const darkEnglish = await look(page, ['en'], 'colours');
    add('dark, phone', [...darkEnglish, ...others.filter(({ theme }) => theme === 'dark')]);
  }
  await page.setViewportSize(desktop);
  add('dark, desktop', await look(page, ['en'], 'colours'));
  await page.emulateMedia({ colorScheme: 'light' });
  if (proof) add('light, desktop', await look(page, ['en'], 'every'));
  if (!state.main) return;

  const name = `${state.screen}, ${state.state}`;
  expect(await movements(page), `${name}, reduced motion`).toEqual([]);
  checked.stops = await walkByKeyboard(page, name);
  expect(await lostInForcedColours(page), `${name}, forced colours`).toEqual([]);
  expect(await cutOffText(page), name).toEqual([]);
}

/** Checks a state without a working language menu, in the language that it was opened in. */
async function checkOpened(page: Page, language: Language, results: Results): Promise<void> {
  const english = language === 'en';
  for (const [name, window] of Object.entries(english ? { phone, desktop } : { phone })) {
    await page.setViewportSize(window);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const rules = theme === 'dark' ? 'colours' : english ? 'every' : 'texts';
      addLooks(results, `${theme}, ${name}`, await look(page, undefined, rules));
    }
  }
}

/** Counts the axe runs, and adds their findings, sideways scrolling and missing translations to `findings`. */
function addLooks(
  { state: { screen, state }, checked, findings }: Results,
  where: string,
  looks: readonly Look[],
): void {
  checked.looks += looks.length;
  for (const { language, findings: found, sideways, text } of looks) {
    const name = `${screen}, ${state}, ${where}, ${language}`;
    findings.push(...found.map((finding) => `${name}: ${finding}`));
    if (sideways > 0) findings.push(`${name}: scrolls sideways by ${sideways}`);
    if (/\{\{|undefined|\[object/.test(text)) findings.push(`${name}: ${text}`);
  }
  const [english, ...others] = looks.filter(({ text }) => text !== '');
  for (const { language, text } of others) {
    if (text === english?.text) findings.push(`${screen}, ${state}, ${language}: is all in English`);
  }
}

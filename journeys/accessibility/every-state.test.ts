/**
 * Goes to every state of every screen once and checks everything there: axe in light and dark and in six languages on a
 * phone of 320 pixels (a desktop at 400 %), English on a desktop too; in the main state of a screen also the keyboard
 * order, forced colours, reduced motion, 200 % text and wider text spacing. `accessibility-report.ts` adds the figures
 * up and writes docs/accessibility.md when it is asked to.
 */
import type { Page } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { awake } from '@app/testing/browser/hydration.ts';
import type { ScreenState } from '@app/testing/states/screen-state.ts';
import { states } from '@app/testing/states/states.ts';

import { checkedState, type CheckedState } from './accessibility-report.ts';
import { look, type Look } from './axe.ts';
import { lostInForcedColours } from './forced-colours.ts';
import { walkByKeyboard } from './keyboard-order.ts';
import { movements } from './reduced-motion.ts';
import { cutOffText } from './text-size.ts';

const phone = { width: 320, height: 640 };
const desktop = { width: 1440, height: 900 };
const otherLanguages: readonly Language[] = languages.filter((language) => language !== 'en');

test.describe.configure({ mode: 'parallel' });

/**
 * Enough tests to keep two workers busy to the end; each opens one page, whose compiled script its states share. Not
 * fewer: the timers of a page stop once 24 days of faked time have passed (32 bits of milliseconds).
 */
const parts = 12;
for (let part = 0; part < parts; part += 1) {
  const own = states.filter((_, index) => index % parts === part);
  test(`every screen is accessible in every state, part ${part + 1} of ${parts}`, async ({
    context,
    product,
    time,
    watched,
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
          await startAgain(page);
          // No state finds a rate limit that another state has reached.
          if (language === 'en') await time.pass(hours(25));
          await state.reach({ page, product, time, watched }, language);
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

/** What was checked of a state, and what is wrong in it. */
interface Results {
  readonly state: ScreenState;
  readonly checked: CheckedState;
  readonly findings: string[];
}

/** Makes the page like a new one: nothing stored, nothing intercepted, on a document of ours without script. */
async function startAgain(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.goto('/healthz');
  // Not before: a request that is still held would go to the service.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

/** Checks a state whose language the app's own menu changes. */
async function checkAll(page: Page, results: Results): Promise<void> {
  const { state, checked } = results;
  const add = (where: string, looks: readonly Look[]) => addLooks(results, where, looks);
  // The language menu works once the page is hydrated.
  await awake(page);
  await page.setViewportSize(phone);
  add('light, phone', [
    ...(await look(page, ['en'], 'every')),
    ...(await look(page, otherLanguages, 'texts')),
  ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  add('dark, phone', await look(page, ['en', ...otherLanguages], 'colours'));
  await page.setViewportSize(desktop);
  add('dark, desktop', await look(page, ['en'], 'colours'));
  await page.emulateMedia({ colorScheme: 'light' });
  add('light, desktop', await look(page, ['en'], 'every'));
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

/** Counts what axe looked at, and adds to `findings` what it found, what scrolls sideways and what is not translated. */
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

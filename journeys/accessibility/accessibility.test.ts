/**
 * axe on every screen × state × language × theme, on a phone of 320 pixels (which is a desktop at 400 %) and, in English,
 * on a desktop too. English is checked by every rule, other languages by the rules that texts and colours can break. The
 * states are those of `states.ts`; both workers share them. The results go to `accessibility-report.ts`, which adds them
 * up and writes docs/accessibility.md when it is asked to.
 */
import type { BrowserContext } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import { seenState } from './accessibility-report.ts';
import { awake } from '@app/testing/browser/hydration.ts';
import { look, type Look } from './axe.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import type { Scene, ScreenState } from '@app/testing/states/screen-state.ts';
import { states } from '@app/testing/states/states.ts';

const themes = ['light', 'dark'] as const;
const windows = { phone: { width: 320, height: 640 }, desktop: { width: 1440, height: 900 } };
/** English first: its words are what the other languages are compared with. */
const inOrder: readonly Language[] = ['en', ...languages.filter((language) => language !== 'en')];

test.describe.configure({ mode: 'parallel' });

/** So many tests that two workers are busy to the end, and so few that starting them costs little. */
const parts = 12;
for (let part = 0; part < parts; part += 1) {
  const own = states.filter((_, index) => index % parts === part);
  test(`axe finds nothing in any state, language and theme, part ${part + 1} of ${parts}`, async ({
    context,
    product,
    time,
    watched,
  }, info) => {
    test.setTimeout(300_000);
    const findings: string[] = [];
    for (const state of own) {
      // What one state used up of a limit never reaches the next.
      await time.pass(hours(25));
      const runs = await seen(state, { context, product, time, watched }, findings);
      info.annotations.push(seenState(state, runs));
    }
    expect(findings).toEqual([]);
  });
}

/** Goes to a state and looks at it in all its forms. Adds what is wrong to `findings`; answers how often axe looked. */
async function seen(
  state: ScreenState,
  { context, ...rest }: Omit<Scene, 'page'> & { context: BrowserContext },
  findings: string[],
): Promise<number> {
  const name = `${state.screen}, ${state.state}`;
  let runs = 0;
  const add = (where: string, looks: readonly Look[]) => {
    runs += looks.length;
    for (const { language, findings: found, sideways, text } of looks) {
      findings.push(...found.map((finding) => `${name}, ${where}, ${language}: ${finding}`));
      if (sideways > 0) findings.push(`${name}, ${where}, ${language}: scrolls sideways by ${sideways}`);
      if (/\{\{|undefined|\[object/.test(text)) findings.push(`${name}, ${language}: ${text}`);
    }
    const [english, ...others] = looks.filter(({ text }) => text !== '');
    for (const { language, text } of others) {
      if (text === english?.text) findings.push(`${name}, ${language}: is all in English`);
    }
  };

  for (const language of state.byAddress ? inOrder : inOrder.slice(0, 1)) {
    await context.clearCookies();
    await context.setOffline(false);
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    try {
      await state.reach({ page, ...rest }, language);
      // The language menu does nothing yet on a page that is not.
      if (!state.byAddress) await awake(page);
      // Without a menu the page is looked at in the language that it was opened in.
      const [english, others] = state.byAddress ? [undefined, []] : [inOrder.slice(0, 1), inOrder.slice(1)];
      // Window by window: to change its size costs as much as a look.
      for (const [name, window] of Object.entries(language === 'en' ? windows : { phone: windows.phone })) {
        await page.setViewportSize(window);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme });
          // A theme changes colours: English on a phone shows that it changes nothing else.
          const rules = theme === 'light' ? 'texts' : 'colours';
          const whole = language === 'en' && (theme === 'light' || window === windows.phone);
          const inEnglish = await look(page, english, whole ? 'every' : rules);
          const inOthers = window === windows.phone ? await look(page, others, rules) : [];
          add(`${theme}, ${name}`, [...inEnglish, ...inOthers]);
        }
      }
    } catch (error) {
      throw new Error(`${name} (${language}): ${String(error)}`, { cause: error });
    } finally {
      await page.close();
    }
  }
  return runs;
}

/** axe-core on a page: what it finds by the rules of WCAG 2.0 to 2.2, levels A and AA, and by best practice. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

import type { Language } from '@app/contract/fields/vocabulary.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Nothing of the pages is in a style sheet of another origin, and a fetch would be one request too many.
  preload: false,
  // No page has a frame in it; where something is, is only asked once something was found.
  iframes: false,
  selectors: false,
};
/** What a theme can change: the rules that look at colours. */
const ofColours: RunOptions = {
  ...everyRule,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
/** What a language can change besides: names, titles, the language itself, and sizes that follow the length of a text. */
const ofTexts: RunOptions = {
  ...everyRule,
  runOnly: {
    type: 'rule',
    values: [
      'aria-command-name',
      'aria-dialog-name',
      'aria-input-field-name',
      'aria-progressbar-name',
      'aria-toggle-field-name',
      'button-name',
      'color-contrast',
      'document-title',
      'empty-heading',
      'html-has-lang',
      'html-lang-valid',
      'image-alt',
      'image-redundant-alt',
      'input-button-name',
      'label',
      'landmark-unique',
      'link-in-text-block',
      'link-name',
      'scrollable-region-focusable',
      'select-name',
      'svg-img-alt',
      'target-size',
      'valid-lang',
    ],
  },
};
const optionsOf = { every: everyRule, texts: ofTexts, colours: ofColours };

/** What was seen in one language. */
export interface Look {
  readonly language: string;
  /** Each finding as one line: the rule, where, and why. */
  readonly findings: readonly string[];
  /** How far the page can be scrolled sideways, in CSS pixels. */
  readonly sideways: number;
  /** What a person reads on the screen. */
  readonly text: string;
}

/**
 * Looks at the page in each language, which the app's own menu changes; by default in the present one. All of it happens
 * in one call into the page, because each call costs more than axe itself. The debugger puts the script in, which no CSP
 * concerns. `rules`: every one, those that texts can break, or those that look at colours.
 */
export async function look(
  page: Page,
  languages?: readonly Language[],
  rules: keyof typeof optionsOf = 'every',
): Promise<Look[]> {
  if (languages?.length === 0) return [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ languages, options }) => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const root = document.documentElement;

      /** Waits for something that takes a moment; says what never came. */
      function within<T>(work: Promise<T>, what: () => string): Promise<T> {
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`never came: ${what()}`)), 20_000);
          void work.then(resolve, reject).finally(() => clearTimeout(timer));
        });
      }

      /** A colour on its way from one theme to the other is neither's: what fades is brought to its end at once. */
      function stillness(): void {
        for (const animation of document.getAnimations()) {
          if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
        }
      }
      async function choose(language: string): Promise<void> {
        const menu = document.querySelector('select');
        if (!menu || root.lang.startsWith(language === 'no' ? 'nb' : language)) return;
        const changed = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!root.lang.startsWith(language === 'no' ? 'nb' : language)) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(root, { attributeFilter: ['lang'] });
        });
        menu.value = language;
        menu.dispatchEvent(new Event('change', { bubbles: true }));
        await within(changed, () => `the language ${language}`);
      }

      const seen: { language: string; findings: string[]; sideways: number; text: string }[] = [];
      for (const language of languages ?? [root.lang]) {
        await choose(language);
        stillness();
        let { violations } = await axe.run(options);
        if (violations.length > 0) ({ violations } = await axe.run({ ...options, selectors: true }));
        seen.push({
          language,
          findings: violations.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
            ),
          ),
          sideways: root.scrollWidth - innerWidth,
          text: document.querySelector('main')?.innerText ?? '',
        });
      }
      return seen;
    },
    { languages: languages && [...languages], options: optionsOf[rules] },
  );
}

/** What is wrong with the page as it is. */
export const findingsOf = async (page: Page): Promise<readonly string[]> =>
  (await look(page)).flatMap(({ findings }) => findings);

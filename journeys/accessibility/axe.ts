/** Runs axe-core on a page: WCAG 2.0 to 2.2, levels A and AA, and best practice. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

import type { Language } from '@app/contract/fields/vocabulary.ts';

const axeCore = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * axe defers every rule by `setTimeout(…, 0)`. A message between two ports does the same without a timer of the
 * movable clock, in about half the time.
 */
const source = `{
  const deferred = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => deferred.shift()();
  const defer = (work, wait, ...rest) =>
    wait ? setTimeout(work, wait, ...rest) : port2.postMessage(deferred.push(() => work(...rest)));
  ((setTimeout) => {${axeCore}})(defer);
}`;

const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // The pages have no cross-origin style sheets, and preloading would send a request.
  preload: false,
  // The pages have no frames. Selectors are computed only after a first run with findings.
  iframes: false,
  selectors: false,
};
/** The rules that depend on the theme: colours. */
const ofColours: RunOptions = {
  ...everyRule,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
/** The rules that depend on the language: names, titles, the language itself, and sizes that depend on text length. */
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

/** The result of one run in one language. */
export interface Look {
  readonly language: string;
  /** Each finding in one line: rule, element, reason. */
  readonly findings: readonly string[];
  /** How far the page scrolls sideways, in CSS pixels. */
  readonly sideways: number;
  /** The visible text of the screen. */
  readonly text: string;
}

/**
 * Runs axe on the page in each language, selected in the app's menu; by default in the current one. All of it is one
 * call into the page, because each call takes longer than axe. The debugger injects the script, so no CSP applies.
 * `rules`: every rule, those that depend on texts, or those on colours.
 */
export async function look(
  page: Page,
  languages?: readonly Language[],
  rules: keyof typeof optionsOf = 'every',
): Promise<Look[]> {
  if (languages?.length === 0) return [];
  const first = await runInPage(page, languages, rules);
  if (first) return first;
  await page.evaluate(source);
  // The page's further documents get the half megabyte without a transfer, and compile it only where it is called.
  await page.addInitScript(`globalThis.loadAxe = () => ${source}`);
  const second = await runInPage(page, languages, rules);
  if (!second) throw new Error('axe is not in the page');
  return second;
}

/** Undefined where the document has no axe. */
function runInPage(
  page: Page,
  languages: readonly Language[] | undefined,
  rules: keyof typeof optionsOf,
): Promise<Look[] | undefined> {
  return page.evaluate(
    async ({ languages, options }) => {
      const inPage = globalThis as unknown as {
        axe?: { run(options: object): Promise<AxeResults> };
        loadAxe?: () => void;
      };
      if (!inPage.axe) inPage.loadAxe?.();
      const { axe } = inPage;
      if (!axe) return undefined;
      const root = document.documentElement;

      /** Waits for a promise; fails with a description after 20 seconds. */
      function within<T>(work: Promise<T>, what: () => string): Promise<T> {
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`never came: ${what()}`)), 20_000);
          void work.then(resolve, reject).finally(() => clearTimeout(timer));
        });
      }

      /** Finishes running transitions: a colour between two themes belongs to neither. */
      function finishAnimations(): void {
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
        finishAnimations();
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

/** The findings of the page in its current language. */
export const findingsOf = async (page: Page): Promise<readonly string[]> =>
  (await look(page)).flatMap(({ findings }) => findings);

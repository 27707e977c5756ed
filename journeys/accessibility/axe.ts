/** Runs axe-core on a page: WCAG 2.0 to 2.2, levels A and AA, and best practice. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';
import { proof } from '@app/testing/browser/browser-test.ts';

import { textGrounds } from './text-grounds.ts';

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
  globalThis.textGrounds = ${textGrounds.toString()};
}`;

/**
 * WCAG 2.5.3, level A, which axe calls experimental: the name of a button has the words that are on it. Only in the proof,
 * because on a long list it takes as long as half of the other rules.
 */
const nameHasWords = 'label-content-name-mismatch';

const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { [nameHasWords]: { enabled: proof } },
  resultTypes: ['violations'],
  // The pages have no cross-origin style sheets, and preloading would send a request.
  preload: false,
  // The pages have no frames. Selectors are computed only after a first run with findings.
  iframes: false,
  selectors: false,
};
/** The rules that depend on colours: axe's category `cat.color` at levels A and AA. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const ofColours: RunOptions = { ...everyRule, runOnly: { type: 'rule', values: colourRules } };
/** The rules that depend on the language: names, titles, the language itself, and sizes that depend on text length. */
const textRules = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'label',
  ...(proof ? [nameHasWords] : []),
  'landmark-unique',
  'link-name',
  'scrollable-region-focusable',
  'select-name',
  'svg-img-alt',
  'target-size',
  'valid-lang',
];
const ofTexts: RunOptions = { ...everyRule, runOnly: { type: 'rule', values: textRules } };
const ofTextsAndColours: RunOptions = {
  ...everyRule,
  runOnly: { type: 'rule', values: [...textRules, ...colourRules] },
};
const options = { every: everyRule, texts: ofTexts, colours: ofColours, both: ofTextsAndColours };

/**
 * The rules of a check: every rule; the rules that texts can break; those on colours; or, one after the other, texts in
 * light and colours in dark. In languages other than English, colours are checked only where no earlier check of this
 * page has seen the text's background (`journeys/accessibility/text-grounds.ts`), because the language changes no
 * colour.
 */
export type Rules = 'every' | 'texts' | 'colours' | 'texts, then dark';

/** The grounds of texts that the looks at a page have judged, in all its documents. */
const judgedGrounds = new WeakMap<Page, Set<string>>();

/** The result of one run in one language. */
export interface Look {
  readonly language: string;
  /** Only where one call looks in both. */
  readonly theme?: 'light' | 'dark';
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
 */
export async function look(
  page: Page,
  languages?: readonly Language[],
  rules: Rules = 'every',
): Promise<Look[]> {
  if (languages?.length === 0) return [];
  const first = await runInPage(page, languages, rules);
  if (first) return first;
  if (page.context().browser()?.browserType().name() === 'webkit') await sendInParts(page);
  else {
    await page.evaluate(source);
    // The page's further documents get the half megabyte without a transfer, and compile it only where it is called.
    await page.addInitScript(`globalThis.loadAxe = () => ${source}`);
  }
  const second = await runInPage(page, languages, rules);
  if (!second) throw new Error('axe is not in the page');
  return second;
}

/** WebKit's inspector closes at a message of more than 128 KiB. */
async function sendInParts(page: Page): Promise<void> {
  for (const part of source.match(/[^]{1,40000}/g) ?? [])
    await page.evaluate((text) => {
      const inPage = globalThis as { axeSource?: string };
      inPage.axeSource = (inPage.axeSource ?? '') + text;
    }, part);
  await page.evaluate('(0, eval)(axeSource)');
}

/** Undefined where the document has no axe. */
async function runInPage(
  page: Page,
  languages: readonly Language[] | undefined,
  rules: Rules,
): Promise<Look[] | undefined> {
  const judged = judgedGrounds.get(page) ?? new Set();
  judgedGrounds.set(page, judged);
  const result = await page.evaluate(
    async ({ languages, rules, options, known }) => {
      const inPage = globalThis as unknown as {
        axe?: { run(options: object): Promise<AxeResults> };
        loadAxe?: () => void;
        textGrounds?: () => string[];
      };
      if (!inPage.axe) inPage.loadAxe?.();
      const { axe, textGrounds } = inPage;
      if (!axe || !textGrounds) return undefined;
      const judged = new Set(known.split(' '));
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
      async function choose(language: string, tag: string): Promise<void> {
        const menu = document.querySelector('select');
        if (!menu || root.lang.startsWith(tag)) return;
        const changed = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!root.lang.startsWith(tag)) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(root, { attributeFilter: ['lang'] });
        });
        menu.value = language;
        menu.dispatchEvent(new Event('change', { bubbles: true }));
        await within(changed, () => `the language ${language}`);
      }

      type Theme = 'light' | 'dark';
      const seen: (Omit<Look, 'theme'> & { theme?: Theme })[] = [];
      async function judge(
        own: 'every' | 'texts' | 'colours',
        language: string,
        theme?: Theme,
      ): Promise<void> {
        finishAnimations();
        const grounds = textGrounds?.() ?? [];
        const isJudged = !root.lang.startsWith('en') && grounds.every((ground) => judged.has(ground));
        for (const ground of grounds) judged.add(ground);
        const chosen = own === 'texts' && !isJudged ? options.both : options[own];
        const run = async (more?: object): Promise<AxeResults['violations']> =>
          (await axe?.run({ ...chosen, ...more }))?.violations ?? [];
        let violations = own === 'colours' && isJudged ? [] : await run();
        if (violations.length > 0) violations = await run({ selectors: true });
        seen.push({
          language,
          findings: violations.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
            ),
          ),
          sideways: root.scrollWidth - root.clientWidth,
          text: document.querySelector('main')?.innerText ?? '',
          ...(theme && { theme }),
        });
      }
      for (const [language, tag] of languages ?? [[root.lang, root.lang] as const]) {
        await choose(language, tag);
        if (rules === 'texts, then dark') {
          // The product's own switch. A switch of the system's theme is a call, and each call takes longer than axe.
          for (const theme of ['light', 'dark'] as const) {
            root.dataset['theme'] = theme;
            await judge(theme === 'light' ? 'texts' : 'colours', language, theme);
          }
          delete root.dataset['theme'];
        } else await judge(rules, language);
      }
      return { seen, judged: [...judged].join(' ') };
    },
    {
      languages: languages?.map((each) => [each, languageTag(each)] as const),
      rules,
      options,
      known: [...judged].join(' '),
    },
  );
  for (const ground of result?.judged.split(' ') ?? []) judged.add(ground);
  return result?.seen;
}

/** The findings of the page in its current language. */
export const findingsOf = async (page: Page): Promise<readonly string[]> =>
  (await look(page)).flatMap(({ findings }) => findings);

/** Lists the animations that move an element and are long or endless. */
export async function movements(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      const long = Number(duration) > 10 && (iterations === Infinity || Number(duration) > 500);
      const properties = effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [];
      const moves = properties.some((property) => /transform|translate|scale|rotate|left|top/.test(property));
      return long && moves ? [properties.join()] : [];
    }),
  );
}

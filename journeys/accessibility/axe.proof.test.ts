/** Plants one fault of each class into a page: the looks must find it, in its language and theme, and no other. */
import type { Page } from '@playwright/test';

import { languages } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { look } from './axe.ts';

/** A page as the apps write theirs: a menu of languages, a theme by the system or `data-theme`. */
const shell = (style: string): string => `<!doctype html>
<html lang="en"><head><title>Planted</title><style>
  :root { color-scheme: light dark; color: light-dark(#000, #fff); background: light-dark(#fff, #111) }
  :root[data-theme='light'] { color-scheme: light }
  :root[data-theme='dark'] { color-scheme: dark }
  select, button { color: inherit; background: light-dark(#eee, #222); font-size: 20px; margin: 8px }
  ${style}
</style></head><body><main>
  <h1>Planted</h1>
  <p><span>Some words</span> and <a href="#x">a link</a> in a row of words</p>
  <button>Go</button>
  <label>Language <select onchange="document.documentElement.lang = value === 'no' ? 'nb' : value">
    ${languages.map((language) => `<option>${language}</option>`).join('')}
  </select></label>
</main></body></html>`;

/** Breaks the page while it is in German, and mends it otherwise. */
const inGerman = (broken: string, mended: string) => `
  new MutationObserver(() => {
    if (document.documentElement.lang === 'de') { ${broken} } else { ${mended} }
  }).observe(document.documentElement, { attributeFilter: ['lang'] });`;

interface Planted {
  readonly style?: string;
  readonly script?: string;
  /** Each finding by its rule, and where it is. */
  readonly found: readonly string[];
}

const button = 'document.querySelector("button")';
const faults: Readonly<Record<string, Planted>> = {
  'no fault': { found: [] },
  'pale words': {
    style: 'span { color: light-dark(#bbb, #fff) }',
    found: ['color-contrast in en, light'],
  },
  'pale words in dark': {
    style: 'span { color: light-dark(#000, #444) }',
    found: ['color-contrast in en, dark'],
  },
  'pale words in German': {
    style: ':lang(de) span { color: light-dark(#bbb, #fff) }',
    found: ['color-contrast in de, light'],
  },
  'pale words in German, dark': {
    style: ':lang(de) span { color: light-dark(#000, #444) }',
    found: ['color-contrast in de, dark'],
  },
  'another background in German': {
    style: ':lang(de) p { background: light-dark(#000, #111) }',
    found: ['color-contrast in de, light'],
  },
  'a link that only its colour marks, in German': {
    style: ':lang(de) a { text-decoration: none; color: light-dark(#222, #ddd) }',
    found: ['link-in-text-block in de, light', 'link-in-text-block in de, dark'],
  },
  'a button without a name in German': {
    script: inGerman(`${button}.textContent = ''`, `${button}.textContent = 'Go'`),
    found: ['button-name in de, light'],
  },
  'no title in German': {
    script: inGerman("document.title = ''", "document.title = 'Planted'"),
    found: ['document-title in de, light'],
  },
  'a small target in German': {
    style:
      'button { line-height: 1 } :lang(de) button { display: block; height: 9px; margin: 0; padding: 0; border: 0; font-size: 6px }',
    script: `for (const one of [1, 2]) ${button}.after(${button}.cloneNode(true))`,
    found: ['target-size in de, light'],
  },
  'a heading without a level before it': {
    script: "document.querySelector('h1').outerHTML = '<h3>Planted</h3>'",
    found: ['page-has-heading-one in en, light'],
  },
};

/** Looks as the tests of the states do: English first, in both themes, then another language in both. */
async function findIn(page: Page): Promise<string[]> {
  const found = new Set<string>();
  const add = (theme: string, looks: Awaited<ReturnType<typeof look>>) => {
    for (const { language, findings, theme: own = theme } of looks)
      for (const finding of findings) found.add(`${finding.split(' at ')[0]} in ${language}, ${own}`);
  };
  add('light', await look(page, ['en'], 'every'));
  await page.emulateMedia({ colorScheme: 'dark' });
  add('dark', await look(page, ['en'], 'colours'));
  await page.emulateMedia({ colorScheme: 'light' });
  add('light', await look(page, ['de', 'fr'], 'texts, then dark'));
  return [...found];
}

test('each planted fault is found, in its language and theme', async ({ context, product }) => {
  await context.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: 'x' }));
  for (const [name, { style = '', script = '', found }] of Object.entries(faults)) {
    const page = await context.newPage();
    await page.goto(`${product.url}/planted`);
    await page.setContent(shell(style));
    if (script !== '') await page.evaluate(script);
    expect.soft(await findIn(page), name).toEqual(found);
    await page.close();
  }
});

/**
 * The documents of the sign-in app, finished with the run-time settings once at start. The build knows no settings; it
 * leaves named slots, which are filled here as plain strings. Static documents are kept compressed in memory; the shell
 * surrounds a screen that is rendered for one request.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { documentPaths, pages, type DocumentScreen } from '@app/contract/pages/pages.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { brandStyleSheet } from '@app/ui/brand';

import type { Settings } from '#settings/config.ts';

import { appConfig } from './app-config.ts';
import { formKeyInput, hasForm } from '#http/forms/form-key.ts';
import { escapeHtml, jsonBlock, styleHash } from '#http/documents/html.ts';
import { type CompressedPage, compressPage, type Encoding } from './compressed-page.ts';

/** `login`: as a signed-out person sees it. `loading`: for a request that carries a session. The last two are errors. */
export const pageNames = [
  'login',
  'loading',
  ...documentPaths.map((path): DocumentScreen => pages[path].screen),
  'not-found',
  'unknown',
] as const;
export type PageName = (typeof pageNames)[number];

/** A screen as the app drew it: HTML that is safe as it is, and a title that is plain text. */
export interface RenderedScreen {
  readonly html: string;
  readonly title: string;
}

export interface PageDocuments {
  /** CSP hashes of every inline style in the documents. */
  readonly styleHashes: readonly string[];
  /** A finished document, for one request: a page with a form has its own form key. */
  page(name: PageName, language: Language, encoding: Encoding, font: FontTime): Buffer;
  /** The whole document of a screen that was rendered for one request, with the data that it was rendered from. */
  rendered(language: Language, screen: RenderedScreen, page: PageData, font: FontTime): string;
}

/**
 * When a document loads the font: `now` together with its script, as a browser that was here before has the font;
 * `late` by its script, once the form is live (docs/decisions/first-load.md).
 */
export type FontTime = 'now' | 'late';
const fontTimes: readonly FontTime[] = ['now', 'late'];

const manifest = v.object({ styleHashes: v.array(v.pipe(v.string(), v.startsWith('sha256-'))) });

/** Where the loading page has the address of the page without script (`signedOutPath`). */
const withoutScript = '<noscript><meta http-equiv="refresh" content="0; url=/login?script=off"></noscript>';

/** Reads `dir` (the build's `pages` folder). undefined if the app is not built there. */
export function loadPageDocuments(dir: string, settings: Settings): PageDocuments | undefined {
  const file = (language: Language, name: string): string => join(dir, language, `${name}.html`);
  const files = languages.flatMap((language) => [...pageNames, 'shell'].map((name) => file(language, name)));
  if (![join(dir, 'manifest.json'), ...files].every((path) => existsSync(path))) return undefined;

  const { styleHashes } = v.parse(manifest, JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
  const brandCss = settings.reseller.color === undefined ? '' : brandStyleSheet(settings.reseller.color);
  const finished = new Map<string, () => FinishedPage>();
  const shells = new Map<string, readonly string[]>();
  for (const language of languages) {
    for (const font of fontTimes) {
      const slots = [...fontSlots[font], ...settingSlots(settings, language, brandCss)];
      for (const name of pageNames) {
        const built = readFileSync(file(language, name), 'utf8').replace('<!--app:page-->', '');
        // A browser that runs no script would look at the loading screen for ever.
        const text = name === 'loading' ? built.replace('</head>', () => `${withoutScript}</head>`) : built;
        let page: FinishedPage | undefined;
        finished.set(
          `${name} ${language} ${font}`,
          () => (page ??= finish(fill(text, slots), qualityOf(name, font))),
        );
      }
      const parts = split(readFileSync(file(language, 'shell'), 'utf8'));
      shells.set(
        `${language} ${font}`,
        parts.map((part) => fill(part, slots)),
      );
    }
  }

  // No visitor waits for it. In development a person waits for the start, after every change.
  if (settings.environment !== 'development') for (const page of finished.values()) page();

  return {
    styleHashes: brandCss === '' ? styleHashes : [...styleHashes, styleHash(brandCss)],
    page(name, language, encoding, font) {
      const { document, end, withKey } = mustGet(finished, `${name} ${language} ${font}`)();
      return document.end(withKey ? formKeyInput() + end : end, encoding);
    },
    rendered(language, { html, title }, page, font) {
      const [head, middle, foot, end] = mustGet(shells, `${language} ${font}`);
      const key = hasForm(html) ? formKeyInput() : '';
      return `${head}${escapeHtml(title)}${middle}${html}${foot}${jsonBlock('page', page)}${key}${end}`;
    },
  };
}

const screenSlots = ['%TITLE%', '<!--app:screen-->', '<!--app:page-->'] as const;

/**
 * The shell, cut at the slots of a rendered screen before anything is filled in: what is put between the pieces later
 * is never searched for slots, so no typed text can fill one.
 */
function split(shell: string): string[] {
  const parts: string[] = [];
  let rest = shell;
  for (const slot of screenSlots) {
    const [before, after, ...more] = rest.split(slot);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`The shell of the sign-in app must have one ${slot}, in the order of the slots.`);
    parts.push(before);
    rest = after;
  }
  return [...parts, rest];
}

type Slots = readonly (readonly [slot: string | RegExp, value: string])[];

/**
 * A document has the font's address for its script, or the markup that loads the font immediately, as a page without
 * script does.
 */
const fontSlots: Readonly<Record<FontTime, Slots>> = {
  now: [
    [/(?<=<html [^>]*) data-font="[^"]*"/g, ''],
    [/<!--\/?app:font-->/g, ''],
  ],
  late: [
    ['<!--app:font-->', '<noscript>'],
    ['<!--/app:font-->', '</noscript>'],
  ],
};

function settingSlots(settings: Settings, language: Language, brandCss: string): Slots {
  const { reseller } = settings;
  const name = escapeHtml(reseller.name);
  const logo = `<img src="/brand/logo" alt="${name}" width="160" height="40">`;
  return [
    ...(reseller.logoUrl ? [[/<!--app:logo-->.*?<!--\/app:logo-->/gs, logo] as const] : []),
    [settings.google ? /<!--\/?app:google-->/g : /<!--app:google-->.*?<!--\/app:google-->/gs, ''],
    ['%LOGO_URL%', '/brand/logo'],
    ['%HELP_URL%', escapeHtml(settings.helpUrl)],
    ['%SIGN_UP_URL%', escapeHtml(settings.signUpUrl)],
    ['%VERSION%', escapeHtml(appConfig(settings, language).version)],
    ['%RESELLER%', name],
    sloganSlot(reseller.slogan),
    ['<!--app:brand-->', brandCss === '' ? '' : `<style>${brandCss}</style>`],
    // The settings come last, so that no slot's name inside a setting is filled.
    ['<!--app:config-->', jsonBlock('config', appConfig(settings, language))],
  ];
}

/** The slogan of the brand panel: the product's own stays, a reseller's takes its place, an empty one takes it out. */
function sloganSlot(slogan: string | undefined): Slots[number] {
  if (slogan === undefined) return [/<!--\/?app:slogan-->/g, ''];
  if (slogan === '') return [/<p[^>]*><!--app:slogan-->.*?<!--\/app:slogan--><\/p>/gs, ''];
  return [/<!--app:slogan-->.*?<!--\/app:slogan-->/gs, escapeHtml(slogan)];
}

/** Functions as replacements: a name with "$&" in it must stay what it is. */
const fill = (document: string, slots: Slots): string =>
  slots.reduce((text, [slot, value]) => text.replaceAll(slot, () => value), document);

/**
 * Brotli's best costs 50 ms a document at start: it is paid for what everybody's first load waits for, and for who comes
 * back with a session. The second best costs a third, and 3 % of the bytes.
 */
function qualityOf(name: PageName, font: FontTime): number {
  if (name === 'login') return font === 'late' ? 11 : 10;
  return name === 'loading' && font === 'now' ? 11 : 6;
}

interface FinishedPage {
  readonly document: CompressedPage;
  readonly end: string;
  readonly withKey: boolean;
}

function finish(text: string, brotliQuality: number): FinishedPage {
  const cut = text.lastIndexOf('</body>');
  if (cut === -1) throw new Error('A document of the sign-in app has no end of its body.');
  return {
    document: compressPage(text.slice(0, cut), brotliQuality),
    end: text.slice(cut),
    withKey: hasForm(text),
  };
}

function mustGet<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`There is no page "${key}".`);
  return value;
}

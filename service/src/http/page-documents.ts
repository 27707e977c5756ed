/**
 * The prerendered documents of the sign-in app, finished with the run-time settings once at start and kept compressed
 * in memory. The build knows no settings; it leaves named slots, which are filled here as plain strings.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { languages, type Language } from '@app/contract/vocabulary.ts';
import { brandStyleSheet } from '@app/ui/brand/brand.ts';

import type { Settings } from '#config.ts';

import { appConfig } from './app-config.ts';
import { escapeHtml, jsonBlock, styleHash } from './html.ts';

/** `login`: as a signed-out person sees it. `loading`: for a request that carries a session. */
export const pageNames = ['login', 'loading'] as const;
export type PageName = (typeof pageNames)[number];

export interface FinishedPage {
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface PageDocuments {
  /** CSP hashes of every inline style in the documents. */
  readonly styleHashes: readonly string[];
  page(name: PageName, language: Language): FinishedPage;
  /** The login page that continues from the outcome of a form that was posted before the app's script ran. */
  loginAfterPost(language: Language, early: unknown): string;
}

const manifest = v.object({ styleHashes: v.array(v.pipe(v.string(), v.startsWith('sha256-'))) });

/** Reads `dir` (the build's `pages` folder). undefined if the app is not built there. */
export function loadPageDocuments(dir: string, settings: Settings): PageDocuments | undefined {
  const manifestFile = join(dir, 'manifest.json');
  if (!existsSync(manifestFile)) return undefined;
  const { styleHashes } = v.parse(manifest, JSON.parse(readFileSync(manifestFile, 'utf8')));
  const brandCss = settings.reseller.color === undefined ? '' : brandStyleSheet(settings.reseller.color);

  const texts = new Map<string, string>();
  const finished = new Map<string, FinishedPage>();
  for (const language of languages) {
    for (const name of pageNames) {
      const text = fill(
        readFileSync(join(dir, language, `${name}.html`), 'utf8'),
        settings,
        language,
        brandCss,
      );
      texts.set(`${name} ${language}`, text);
      finished.set(`${name} ${language}`, compress(text.replace('<!--app:early-->', '')));
    }
  }

  return {
    styleHashes: brandCss === '' ? styleHashes : [...styleHashes, styleHash(brandCss)],
    page: (name, language) => mustGet(finished, `${name} ${language}`),
    loginAfterPost: (language, early) =>
      mustGet(texts, `login ${language}`).replace('<!--app:early-->', () => jsonBlock('early', early)),
  };
}

function fill(document: string, settings: Settings, language: Language, brandCss: string): string {
  const { reseller } = settings;
  const name = escapeHtml(reseller.name);
  const logo = `<img src="/brand/logo" alt="${name}" width="160" height="40">`;
  // Functions as replacements: a name with "$&" in it must stay what it is. The settings come last, so that no slot's
  // name inside a setting is filled.
  const slots: [string | RegExp, string][] = [
    ...(reseller.logoUrl ? [[/<!--app:logo-->.*?<!--\/app:logo-->/gs, logo] as [RegExp, string]] : []),
    ['%LOGO_URL%', '/brand/logo'],
    ['%HELP_URL%', escapeHtml(settings.helpUrl)],
    ['%SIGN_UP_URL%', escapeHtml(settings.signUpUrl)],
    ['%RESELLER%', name],
    ['<!--app:brand-->', brandCss === '' ? '' : `<style>${brandCss}</style>`],
    ['<!--app:config-->', jsonBlock('config', appConfig(settings, language))],
  ];
  return slots.reduce((text, [slot, value]) => text.replaceAll(slot, () => value), document);
}

function compress(text: string): FinishedPage {
  const identity = Buffer.from(text);
  const br = brotliCompressSync(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  });
  return { identity, br, gzip: gzipSync(identity, { level: 9 }) };
}

function mustGet<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`There is no page "${key}".`);
  return value;
}

/**
 * The document of the dashboard, finished with the run-time settings. It is the same for everybody but for the language
 * and how the person likes it to look, so each variant is compressed once, when it is first asked for.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { StoredTheme } from '@app/contract/pages/cookies.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { brandStyleSheet } from '@app/ui/brand';

import type { Settings } from '#settings/config.ts';

import { jsonBlock, styleHash } from '#http/documents/html.ts';
import { appConfig } from './app-config.ts';
import type { Encoding } from './compressed-page.ts';

/** What the document of one browser differs by. */
export interface DocumentVariant {
  readonly language: Language;
  /** Undefined: as the system says. */
  readonly theme: StoredTheme | undefined;
  /** Whether the navigation shows only icons. */
  readonly collapsed: boolean;
}

export interface DashboardDocuments {
  /** CSP hashes of the inline style of a reseller's colour. */
  readonly styleHashes: readonly string[];
  /** The scripts and styles of the first load, as JSON. */
  readonly firstLoad: string;
  /** The document in an encoding. */
  document(variant: DocumentVariant, encoding: Encoding): Buffer;
}

/** Reads `dir` (the build's `pages` folder); undefined if the dashboard is not built there. */
export function loadDashboardDocuments(dir: string, settings: Settings): DashboardDocuments | undefined {
  const fileOf = (language: Language): string => join(dir, `${language}.html`);
  if (!existsSync(join(dir, 'first-load.json')) || !languages.every((each) => existsSync(fileOf(each))))
    return undefined;

  const { color } = settings.reseller;
  const brandCss = color === undefined ? '' : brandStyleSheet(color);
  const built = new Map(languages.map((each) => [each, readFileSync(fileOf(each), 'utf8')]));
  const finished = new Map<string, Buffer>();

  function write({ language, theme, collapsed }: DocumentVariant): string {
    const view =
      (theme === undefined ? '' : ` data-theme="${theme}"`) +
      (collapsed ? ' data-navigation="collapsed"' : '');
    // Functions as replacements: a name with "$&" in it must stay what it is.
    return (built.get(language) ?? '')
      .replace('%STORED_VIEW%', () => view)
      .replace('<!--app:brand-->', () => (brandCss === '' ? '' : `<style>${brandCss}</style>`))
      .replace('<!--app:config-->', () => jsonBlock('config', appConfig(settings, language)));
  }

  return {
    styleHashes: brandCss === '' ? [] : [styleHash(brandCss)],
    firstLoad: readFileSync(join(dir, 'first-load.json'), 'utf8'),
    document(variant, encoding) {
      const key = [...Object.values(variant), encoding].join(' ');
      const known = finished.get(key);
      if (known !== undefined) return known;
      const bytes = compress(write(variant), encoding);
      finished.set(key, bytes);
      return bytes;
    },
  };
}

function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(text);
  return encoding === 'gzip' ? gzipSync(text, { level: 9 }) : Buffer.from(text);
}

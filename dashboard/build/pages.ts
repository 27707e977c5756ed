/** The last step of the build: writes the document in every language, and the compressed assets. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { languages, languageTag, type Language } from '@app/contract/fields/vocabulary.ts';
import { compressAssets } from '@app/ui/build/app/compress-assets.ts';
import { translate, type TextTree } from '@app/texts/translate.ts';
import { firstLoadOf } from '@app/ui/build/app/first-load.ts';
import type { Manifest } from 'vite';

import type * as Renderer from '#app/frame/render-skeleton.tsx';

/** @param build the folder of the build, with `client` and `server` already in it */
export async function makePages(build: string): Promise<void> {
  const client = join(build, 'client');
  const pages = join(build, 'pages');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const { script, imports, styles } = firstLoadOf(manifest, 'src/main.tsx');
  const assets = await readdir(join(client, 'assets'));
  const asset = (pattern: RegExp): string => {
    const found = assets.filter((name) => pattern.test(name));
    if (found.length !== 1) throw new Error(`one asset should match ${pattern}: ${found.join(', ')}`);
    return `/dashboard/assets/${found[0]}`;
  };
  const { renderSkeleton } = (await import(
    pathToFileURL(join(build, 'server/render-skeleton.js')).href
  )) as typeof Renderer;
  const compressed = compressAssets(client, /\.(js|css|svg|json)$/);
  const address = (file: string): string => `/dashboard/${file}`;
  const addresses = {
    script: address(script),
    imports: imports.map(address),
    styles: styles.map(address),
    font: asset(/\.woff2$/),
    icon: asset(/^dashboard-icon-.*\.svg$/),
  };

  await mkdir(pages, { recursive: true });
  for (const language of languages) {
    const texts = await readFile(
      join(import.meta.dirname, `../src/i18n/locales/frame/${language}.json`),
      'utf8',
    );
    const frame = { frame: JSON.parse(texts) as TextTree };
    const skeleton = renderSkeleton((key) => translate([frame], language, key, {}) ?? key);
    const html = documentOf({ ...addresses, language, texts, skeleton });
    await writeFile(join(pages, `${language}.html`), html);
  }
  // What the sign-in app loads ahead of the dashboard.
  const ahead = [addresses.script, ...addresses.imports, ...addresses.styles];
  await writeFile(join(pages, 'first-load.json'), `${JSON.stringify(ahead)}\n`);
  await compressed;
}

/** The HTML of the dashboard, with the slots that the service fills for each deployment and browser. */
interface DocumentParts {
  readonly language: Language;
  /** The texts of the frame as JSON. */
  readonly texts: string;
  /** What is shown until the app runs, as HTML. */
  readonly skeleton: string;
  /** Addresses of the module script, what it imports, the styles, the font and the icon. */
  readonly script: string;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  readonly font: string;
  readonly icon: string;
}

/**
 * Makes the document. It runs only one module and has no inline styles. Its slots are comments and `%NAMES%`, which the
 * service replaces as strings (`service/src/http/pages/dashboard-documents.ts`).
 */
function documentOf(parts: DocumentParts): string {
  const { language, texts, skeleton, script, imports, styles, font, icon } = parts;
  const { title } = JSON.parse(texts) as { title: string };
  return [
    '<!doctype html>',
    `<html lang="${languageTag(language)}"%STORED_VIEW%>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map((address) => `<link rel="stylesheet" href="${address}">`),
    '<!--app:brand-->',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...imports.map((address) => `<link rel="modulepreload" href="${address}">`),
    // Before the body, so that it is requested beside the styles; a module runs once the document is read.
    `<script type="module" src="${script}"></script>`,
    '<!--app:config-->',
    `<script type="application/json" id="texts">${escapeJson(JSON.stringify(JSON.parse(texts)))}</script>`,
    '</head>',
    '<body>',
    `<div id="root">${skeleton}</div>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON may hold `</script`; an escaped `<` is the same JSON. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c');

/** The last step of the build: writes the document in every language, and the compressed assets. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { languages } from '@app/contract/fields/vocabulary.ts';
import { compressAssets } from '@app/ui/build/app/compress-assets.ts';
import { translate, type TextTree } from '@app/texts/translate.ts';
import { firstLoadOf } from '@app/ui/build/app/first-load.ts';
import type { Manifest } from 'vite';

import type * as Renderer from '#app/frame/render-skeleton.tsx';

import { documentOf } from './document.ts';

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

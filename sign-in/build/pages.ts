/** The last step of the build: writes every page in every language, the manifest, and the compressed assets. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { languages } from '@app/contract/fields/vocabulary.ts';
import { compressAssets } from '@app/ui/build/app/compress-assets.ts';
import { firstLoadOf } from '@app/ui/build/app/first-load.ts';
import type { Manifest } from 'vite';

import type * as Renderer from '#app/render.tsx';

import { documentOf } from './document.ts';

const entry = 'src/main.tsx';
/** Documents whose screens are in the first load: they contain only its texts and its style. */
const first: readonly string[] = ['login', 'loading'];

/** @param build the folder of the build, with `client` and `server` already in it */
export async function makePages(build: string): Promise<void> {
  const client = join(build, 'client');
  const pages = join(build, 'pages');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = firstLoadOf(manifest, entry);
  const styleOf = async (names: readonly string[]): Promise<string> => {
    const style = (await Promise.all(names.map((file) => readFile(join(client, file), 'utf8'))))
      .join('')
      .trim();
    if (style.includes('</style')) throw new Error('the style would end its own element');
    return style;
  };
  const everyStyle = Object.values(manifest).flatMap((chunk) => chunk.css ?? []);
  const { style, fontRule } = takeFontRule(await styleOf(files.styles));
  const { style: laterStyle } = takeFontRule(await styleOf([...new Set([...files.styles, ...everyStyle])]));
  const assets = await readdir(join(client, 'assets'));
  const asset = (pattern: RegExp): string => {
    const found = assets.filter((name) => pattern.test(name));
    if (found.length !== 1) throw new Error(`one asset should match ${pattern}: ${found.join(', ')}`);
    return `/assets/${found[0]}`;
  };
  const serverEntry = pathToFileURL(join(build, 'server/render.js')).href;
  const renderer = (await import(serverEntry)) as typeof Renderer;
  // Compressed in other threads while this one renders.
  const compressed = compressAssets(client, /\.(js|css|svg|json)$/);
  const addresses = {
    script: `/${files.script}`,
    imports: files.imports.map((file) => `/${file}`),
    fontRule,
    font: asset(/\.woff2$/),
    icon: asset(/^icon-.*\.svg$/),
  };

  for (const language of languages) {
    const { catalogue, later } = renderer.textsOf(language);
    const texts = { texts: JSON.stringify(catalogue) };
    const allTexts = { ...texts, later: JSON.stringify(later) };
    await mkdir(join(pages, language), { recursive: true });
    const write = (name: string, html: string): Promise<void> =>
      writeFile(join(pages, language, `${name}.html`), html);
    for (const name of renderer.documentNames) {
      const screen = await renderer.renderDocument(name, language);
      const own = first.includes(name) ? { texts, style } : { texts: allTexts, style: laterStyle };
      const description = renderer.descriptionOf(name, language);
      await write(name, documentOf({ ...addresses, ...own, language, made: name, screen, description }));
    }
    const shell = { texts: allTexts, style: laterStyle, made: 'drawn', screen: undefined };
    const description = renderer.descriptionOf('drawn', language);
    await write('shell', documentOf({ ...addresses, ...shell, language, description }));
  }
  const styleHashes = [style, laterStyle, fontRule].map(
    (each) => `sha256-${createHash('sha256').update(each).digest('base64')}`,
  );
  await writeFile(join(pages, 'manifest.json'), `${JSON.stringify({ styleHashes }, null, 2)}\n`);
  await compressed;
}

/**
 * Takes the rule of the font out of a style: a document has it in a separate style, or its script loads the font. The
 * rule loses its range of characters, because every page needs the font.
 */
function takeFontRule(style: string): { style: string; fontRule: string } {
  const [before, rule, after, ...more] = style.split(/(@font-face\{[^}]*url\([^}]*\})/);
  if (before === undefined || rule === undefined || after === undefined || more.length > 0)
    throw new Error('the style should have one rule that loads a font');
  return { style: before + after, fontRule: rule.replace(/;unicode-range:[^;}]*/, '') };
}

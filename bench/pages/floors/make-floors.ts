/** Makes the two pages that the login page is compared with: the same without script, and only React. */
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { browsers } from '@app/ui/build/app/browsers.ts';
import { build, type Rolldown } from 'vite';

import { BareForm } from './bare-form.ts';

/**
 * The login page as it is served, without what starts script: no script, no texts for it, no hints of what to load. The
 * markup, the inline styles, the font and the icon stay.
 */
export const inertPage = (html: string): string =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*\brel="?(?:expect|(?:module)?preload)\b[^>]*>/g, '');

/** React's prerendered form, and its script. */
export async function barePage(): Promise<{ html: string; script: string }> {
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Log in</title>',
    '</head>',
    '<body>',
    `<div id="root">${renderToString(createElement(BareForm))}</div>`,
    '<script type="module" src="/assets/bare.js"></script>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { html, script: await buildScript() };
}

/** Builds the script as the apps are built: by Vite, for production, minified. */
async function buildScript(): Promise<string> {
  const built = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: browsers,
      modulePreload: false,
      rollupOptions: { input: join(import.meta.dirname, 'hydrate-bare-form.ts') },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error(`one script expected, ${chunks.length} were built`);
  return chunk.code;
}

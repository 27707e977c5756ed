/** Measures what a page carries that uses one entry of the library and nothing else. */
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

import { browsers } from './app/browsers.ts';

/** Bytes, minified and brotli-compressed. React itself is not counted: every page of an app has it once. */
export type EntrySize = {
  /** Script that the page loads with the component. */
  script: number;
  /** Script that the component loads later, when it needs it. */
  later: number;
  styles: number;
};

/**
 * Builds a page with an entry of a package, as an app's production build does.
 *
 * @param code what the page does with the entry
 * @param folder a folder from which the packages resolve
 */
export async function buildPage(code: string, folder: string): Promise<Rolldown.RolldownOutput['output']> {
  const page = 'virtual:page';
  const built = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) => (id === page ? code : undefined),
      },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: browsers,
      assetsInlineLimit: 0,
      modulePreload: false,
      rollupOptions: {
        input: page,
        external: [/^react($|\/)/, /^react-dom($|\/)/],
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

/** The bytes of the page that `buildPage` builds. */
export async function measurePage(code: string, folder: string): Promise<EntrySize> {
  const size = { script: 0, later: 0, styles: 0 };
  for (const file of await buildPage(code, folder)) {
    if (file.type === 'chunk') size[file.isEntry ? 'script' : 'later'] += compressed(file.code);
    else if (file.fileName.endsWith('.css')) size.styles += compressed(file.source);
  }
  return size;
}

/** The bytes of a text after brotli at its best. A text of white space has none. */
const compressed = (text: string | Uint8Array): number =>
  String(text).trim() === '' ? 0 : brotliCompressSync(text).length;

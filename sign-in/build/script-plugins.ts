/**
 * Replaces Vite's helper for dynamic imports, which loads the styles of a chunk and preloads its scripts. This one loads
 * only the styles and has a third of the bytes: the scripts of this app import few others.
 */
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';

/** Resolves once every style of the chunk is in the page, then loads the chunk. */
const code = `
const styles = {};
const style = (file) =>
  (styles[file] ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/' + file;
    link.onload = resolve;
    link.onerror = () => {
      styles[file] = undefined;
      link.remove();
      reject(new Error(file));
    };
    document.head.append(link);
  }));
// A document with the later texts already contains every style.
const inPage = () => document.getElementById('later');
export const __vitePreload = (load, files = []) =>
  Promise.all(files.filter((file) => file.endsWith('.css') && !inPage()).map(style)).then(load);
`;

export function loadStyles(): Plugin {
  return {
    name: 'load-styles',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === helper ? code : undefined),
  };
}

/** V8 reads it only as the first line of a script (Chrome 136, "Explicit Compile Hints"). */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile every function of the first script in another thread while the script is loaded, and not each at its
 * first call in the main thread (docs/decisions/first-load.md).
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    // After Vite's own plugins, which put a line before the script.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.isEntry) continue;
          file.code = hint + file.code;
          // One line more, with no mapping in it.
          const map = bundle[`${file.fileName}.map`];
          if (map?.type !== 'asset') throw new Error('the first script should have a source map');
          const { mappings, ...rest } = JSON.parse(map.source.toString()) as { mappings: string };
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
        }
      },
    },
  };
}

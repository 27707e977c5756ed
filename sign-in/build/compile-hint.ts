/**
 * Has Chromium compile every function of the first script in another thread while the script is loaded, and not each at its
 * first call in the main thread (docs/decisions/first-load.md).
 */
import type { Plugin } from 'vite';

/** V8 reads it only as the first line of a script (Chrome 136, "Explicit Compile Hints"). */
const hint = '//# allFunctionsCalledOnLoad\n';

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

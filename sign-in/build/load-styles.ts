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

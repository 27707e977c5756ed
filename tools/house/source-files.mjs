/** Lists the files of the repository that people write: no packages, no built files, no data. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';

const generated = new Set(['node_modules', 'dist']);
/** What is generated at the root; a folder of source may have the same name. */
const generatedAtRoot = new Set(['data', 'test-results', 'coverage', 'storybook-static']);

/**
 * All files below a folder, as paths from the root of the repository, in the order of the alphabet.
 *
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listFiles(folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !generated.has(name))
    .filter(({ name }) => folder !== '' || !generatedAtRoot.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** @param {string} path */
export function isTest(path) {
  return /\.test\.tsx?$/.test(path);
}

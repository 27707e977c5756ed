/** Lists the files of the repository that people write: no packages, no built files, no data. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';

const generated = new Set(['node_modules', 'dist', 'data', 'test-results', 'coverage']);

/**
 * All files below a folder, as paths from the root of the repository, in the order of the alphabet.
 *
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listFiles(folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && !generated.has(entry.name))
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

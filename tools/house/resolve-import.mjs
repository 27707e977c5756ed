/** Resolves an import to the file that it names, by the `imports` and `exports` of the workspaces' package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '#tools/command/root.mjs';

/** @typedef {{ imports?: Record<string, string>, exports?: Record<string, string> }} Manifest */

/** @type {Map<string, Manifest>} */
const manifests = new Map();

/**
 * @param {string} from the file that imports, as a path from the root of the repository
 * @param {string} specifier what is imported, as it is written
 * @returns {string | undefined} a path from the root; undefined for a package or a module of Node
 */
export function resolveImport(from, specifier) {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return join(dirname(from), path);
  const [, workspace, inside] = /^@app\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (workspace !== undefined)
    return (
      follow(workspace, readManifest(workspace).exports ?? {}, `./${inside}`) ?? `${workspace}/${inside}`
    );
  if (!path.startsWith('#')) return undefined;
  const [folder = ''] = from.split('/');
  const home = existsSync(join(root, folder, 'package.json')) ? folder : '';
  return follow(home, readManifest(home).imports ?? {}, path);
}

/** @param {string} folder */
function readManifest(folder) {
  let manifest = manifests.get(folder);
  if (manifest === undefined) {
    const file = join(root, folder, 'package.json');
    manifest = /** @type {Manifest} */ (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    manifests.set(folder, manifest);
  }
  return manifest;
}

/**
 * Follows the pattern that fits; of several the longest, as Node does.
 *
 * @param {string} folder
 * @param {Record<string, string>} patterns such as `{ "#*": "./src/*" }`
 * @param {string} path
 */
function follow(folder, patterns, path) {
  const [start, target] =
    Object.entries(patterns)
      .map(([pattern, value]) => /** @type {const} */ ([pattern.replace(/\*$/, ''), value]))
      .filter(([prefix]) => (patterns[prefix] === undefined ? path.startsWith(prefix) : path === prefix))
      .sort(([a], [b]) => b.length - a.length)[0] ?? [];
  if (start === undefined || target === undefined) return undefined;
  return join(folder, target.replace('*', path.slice(start.length)));
}

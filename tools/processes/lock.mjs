/** Two commands started at once in one clone must not install or build into each other. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';

/**
 * Does the work while no other process does work of that name. A lock whose process is gone counts for nothing.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder]
 * @returns {Promise<T>}
 */
export async function alone(name, work, folder = join(root, '.cache')) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.lock`);
  let said = false;
  while (!take(file)) {
    if (!said) console.log('Waiting for another command that is at the same work …');
    said = true;
    await new Promise((done) => setTimeout(done, 200));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const owner = readOwner(file);
  if (owner !== undefined && !isRunning(owner)) rmSync(file, { force: true });
  return false;
}

/** @param {string} file */
function readOwner(file) {
  try {
    // Empty between the file's making and its writing: the owner is still unknown.
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

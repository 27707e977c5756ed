/** Locks, so that two commands started at the same time in one clone do not install or build into the same folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { root } from '#tools/command/root.mjs';

/**
 * Does the work while no other process holds the lock of that name. A lock whose process has ended is void immediately.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, folder = join(root, '.cache')) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.lock`);
  for (let tries = 0; !acquire(file); tries += 1) {
    if (tries === 0) console.log('Waiting for another command that does the same …');
    await setTimeout(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (!isHeld(file)) rmSync(file, { force: true });
  return false;
}

/** @param {string} file */
function isHeld(file) {
  try {
    // Empty for a moment after it is created: then the owner is not known yet.
    const owner = Number(readFileSync(file, 'utf8'));
    return owner === 0 || process.kill(owner, 0);
  } catch (error) {
    // ESRCH: no such process. EPERM: another user's. ENOENT: the lock was released meanwhile.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

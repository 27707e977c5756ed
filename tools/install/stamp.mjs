/** Stamps: what was done, and from which files, so that it is not done again while they are the same. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const notInputs = new Set(['node_modules', 'dist', 'test', 'test-results']);

/**
 * A fingerprint of files and folders: their paths and contents. Tests and built files do not count.
 *
 * @param {string} base the folder that the paths lie in
 * @param {readonly string[]} paths files or folders; one that is missing counts as missing
 * @param {readonly string[]} [facts] what else matters, such as the platform
 * @returns {string} hexadecimal
 */
export function fingerprint(base, paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const path of paths) add(hash, base, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} base
 * @param {string} path
 */
function add(hash, base, path) {
  const full = join(base, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    for (const name of readdirSync(full).sort()) if (!notInputs.has(name)) add(hash, base, `${path}/${name}`);
  } else if (found?.isFile() && !/\.(test|stories)\.tsx?$/.test(path)) {
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(full));
  } else if (found === undefined) {
    hash.update(`${path}\0missing\0`);
  }
}

/**
 * Whether the stamp in `file` is this one.
 *
 * @param {string} file
 * @param {string} stamp
 */
export function hasStamp(file, stamp) {
  try {
    return readFileSync(file, 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @param {string} stamp
 */
export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

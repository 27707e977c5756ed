/**
 * `npm run keys -- FILE`: writes a new private JWK set for the setting SIGNING_KEY_FILE, readable by this user alone.
 * An existing file is never overwritten. `npm run keys -- --rotate FILE` puts a new signing key first and keeps the
 * older keys, so that no session ends: tokens that they signed are valid until they expire.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { canRunProduct, findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

await runCommand(async () => {
  requireNode();
  if (!canRunProduct()) {
    stopOnSignals();
    await ensureInstalled();
    const { code } = await run(findProductNode(), process.argv.slice(1), { env: process.env });
    return code ?? 1;
  }
  const rotate = process.argv.includes('--rotate');
  const [given, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--rotate');
  if (given === undefined || rest.length > 0 || given.startsWith('-')) {
    throw new UserError('Name one file: npm run keys -- FILE, or npm run keys -- --rotate FILE.');
  }
  // npm runs its scripts in the project's folder; the file is meant where the person stands.
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  await (rotate ? rotateKeys(file) : makeKeys(file));
  return 0;
});

/** @param {string} file */
async function makeKeys(file) {
  const { makeKeySet } = await keysOfService();
  await write(file, makeKeySet());
  console.log(
    `${file} holds a new key set. Keep it secret and backed up, and start the service with SIGNING_KEY_FILE=${file}`,
  );
}

/** @param {string} file */
async function rotateKeys(file) {
  const { loadKeys, makeKeySet } = await keysOfService();
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new UserError(
      `${file} cannot be read (${error.code}). Name the file that SIGNING_KEY_FILE is set to.`,
    );
  });
  try {
    loadKeys(text);
  } catch (error) {
    throw new UserError(`${file} is left as it is: ${/** @type {Error} */ (error).message}`);
  }
  const [signing] = makeKeySet().keys;
  const old = JSON.parse(text).keys;
  const next = `${file}.new`;
  await write(next, { keys: [signing, ...old] });
  await rename(next, file);
  console.log(
    `${file} has a new signing key first; ${old.length} older keys are kept. Restart the service to use it.`,
  );
}

/**
 * Writes a file that must not be there yet, with mode 0600 from its first byte on.
 *
 * @param {string} file
 * @param {unknown} keySet
 */
async function write(file, keySet) {
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    if (error.code === 'EEXIST') {
      throw new UserError(
        `${file} is there already and is not overwritten. Name another file, or change its key with --rotate.`,
      );
    }
    throw new UserError(
      `${file} cannot be written (${error.code}). Name a file in a folder that this user may write to.`,
    );
  });
  await handle.writeFile(`${JSON.stringify(keySet, null, 2)}\n`);
  await handle.sync();
  await handle.close();
}

/** @returns {Promise<{ makeKeySet(): { keys: unknown[] }, loadKeys(text: string): unknown }>} */
async function keysOfService() {
  return import(pathToFileURL(join(root, 'service/src/security/tokens/keys.ts')).href);
}

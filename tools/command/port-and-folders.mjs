/** Checks the port and the folders before the long work begins. */
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { UserError } from './user-error.mjs';

/**
 * Throws a `UserError` if nothing can listen on the port. A value that is not a port is left to the service, which
 * names all bad settings together.
 *
 * @param {string | undefined} port the setting PORT
 * @param {string | undefined} host the setting HOST; both loopback addresses without one
 */
export async function checkPort(port, host) {
  const number = port === undefined || port === '' ? 4000 : Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65535) return;
  for (const address of host && host !== 'localhost' ? [host] : ['127.0.0.1', '::1']) {
    const code = await tryToListen(number, address);
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${number} is in use by another program. Stop that one, or choose another port: PORT=${number === 65535 ? 4000 : number + 1} npm start`,
      );
    }
    if (code === 'EACCES') {
      throw new UserError(
        `Port ${number} may not be used by this user. Choose one above 1023: PORT=4000 npm start`,
      );
    }
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error's code; undefined where the port is free
 */
async function tryToListen(port, host) {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

/**
 * Throws a `UserError` if a folder cannot be written to; creates the folder if it is missing.
 *
 * @param {string} folder
 * @param {string} name what the folder is: the beginning of the sentence
 * @param {string} fix what to do: a whole sentence
 */
export function checkWritable(folder, name, fix) {
  const probe = join(folder, `.can-write-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? 'unknown';
    throw new UserError(`${name} ${folder} cannot be written to (${reason(code)}). ${fix}`);
  }
}

/** @param {string} code */
function reason(code) {
  const words = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a file is in the way',
    EEXIST: 'a file is in the way',
  };
  return words[/** @type {keyof typeof words} */ (code)] ?? code;
}

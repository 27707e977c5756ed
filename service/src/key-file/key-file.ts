/** Reads and writes the file of SIGNING_KEY_FILE. It is whole at each moment: the old one or the new one. */
import { constants } from 'node:fs';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { loadKeys } from '#security/tokens/keys.ts';
import { readKeySet, type StoredKey } from '#security/tokens/key-set.ts';

/** The file cannot be used as asked. `message` is a sentence for the operator. */
export class KeyFileFault extends Error {}

export async function readKeyFile(file: string): Promise<StoredKey[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new KeyFileFault(
      `${file} cannot be read (${codeOf(error)}). Name the file that SIGNING_KEY_FILE is set to.`,
    );
  });
  try {
    loadKeys(text);
    return readKeySet(text);
  } catch (error) {
    throw new KeyFileFault(`${file} is left as it is: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Writes a file that must not be there yet, with mode 0600 from its first byte on. */
export async function createKeyFile(file: string, keys: readonly object[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new KeyFileFault(
      codeOf(error) === 'EEXIST'
        ? `${file} is there already and is not overwritten. Name another file, or say what to do with it: list, add, switch or retire.`
        : `${file} cannot be written (${codeOf(error)}). Name a file in a folder that this user may write to.`,
    );
  });
  await handle.writeFile(textOf(keys));
  await handle.sync();
  await handle.close();
}

/**
 * Replaces the content: a new file next to it, on the disk, then renamed over it. Owner, group and mode stay, so that
 * the service can read what root wrote.
 */
export async function replaceKeyFile(named: string, keys: readonly object[]): Promise<void> {
  loadKeys({ keys });
  const file = await realpath(named);
  const { uid, gid, mode } = await stat(file);
  const next = `${file}.new`;
  const handle = await open(next, 'wx', 0o600).catch((error: unknown) => {
    throw new KeyFileFault(
      codeOf(error) === 'EEXIST'
        ? `${next} is there: another command is changing the keys, or one was killed. ${file} is whole. ` +
            `Delete ${next} if no other command runs, and try again.`
        : `${next} cannot be written (${codeOf(error)}). Run this as a user that may write to its folder.`,
    );
  });
  try {
    try {
      await handle.chown(uid, gid).catch((error: unknown) => {
        throw new KeyFileFault(
          `${file} belongs to another user (${codeOf(error)}). Run this as its owner or as root.`,
        );
      });
      await handle.chmod(mode & 0o777);
      await handle.writeFile(textOf(keys));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** A rename is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().catch(() => {});
  await handle.close();
}

const textOf = (keys: readonly object[]): string => `${JSON.stringify({ keys }, null, 2)}\n`;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

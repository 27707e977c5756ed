/** Reads and writes the file of SIGNING_KEY_FILE. It is whole at each moment: the old one or the new one. */
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { loadKeys } from '#security/tokens/keys.ts';
import { readKeySet, type StoredKey } from '#security/tokens/key-set.ts';

/** The file cannot be used as asked. `message` is a sentence for the operator. */
export class KeyFileFault extends Error {}

export async function readKeyFile(file: string): Promise<StoredKey[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => refuseUnread(file, error));
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
  await wholeOrGone(file, handle, () => write(handle, keys));
}

/**
 * Changes the keys: a new file next to it, on the disk, then renamed over it. The new file is there before the old one
 * is read, so that of two changes at once one is refused and none is lost. Owner, group and mode stay, so that the
 * service can read what root wrote. Answers what `change` did; the same keys leave the file as it is.
 */
export async function changeKeyFile<Change extends { readonly keys: readonly StoredKey[] }>(
  named: string,
  change: (keys: StoredKey[]) => Promise<Change>,
): Promise<Change> {
  const file = await realpath(named).catch((error: unknown) => refuseUnread(named, error));
  const next = `${file}.new`;
  const handle = await open(next, 'wx', 0o600).catch((error: unknown) => {
    throw new KeyFileFault(
      codeOf(error) === 'EEXIST'
        ? `${next} is there: another command is changing the keys, or one was killed. ${file} is whole. ` +
            `Delete ${next} if no other command runs, and try again.`
        : `${next} cannot be written (${codeOf(error)}). Run this as a user that may write to its folder.`,
    );
  });
  const changed = await wholeOrGone(next, handle, async () => {
    const keys = await readKeyFile(named);
    const done = await change(keys);
    if (JSON.stringify(done.keys) === JSON.stringify(keys)) {
      await rm(next);
      return done;
    }
    loadKeys({ keys: done.keys });
    const { uid, gid, mode } = await stat(file);
    await handle.chown(uid, gid).catch((error: unknown) => {
      throw new KeyFileFault(
        `${file} belongs to another user (${codeOf(error)}). Run this as its owner or as root.`,
      );
    });
    await handle.chmod(mode & 0o777);
    await write(handle, done.keys);
    await rename(next, file);
    return done;
  });
  await syncFolder(dirname(file));
  return changed;
}

/** Closes the file after `work`, and deletes it where that failed: the disk may be full. */
async function wholeOrGone<T>(file: string, handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function write(handle: FileHandle, keys: readonly object[]): Promise<void> {
  await handle.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`);
  await handle.sync();
}

/** A rename is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().catch(() => {});
  await handle.close();
}

function refuseUnread(file: string, error: unknown): never {
  throw new KeyFileFault(
    `${file} cannot be read (${codeOf(error)}). Name the file that SIGNING_KEY_FILE is set to.`,
  );
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

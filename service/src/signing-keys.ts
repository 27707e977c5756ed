/** Reads the signing keys from SIGNING_KEY_FILE, or in development from a file in the data folder. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Settings } from './settings/config.ts';
import { markedForDevelopment } from './security/tokens/key-origin.ts';
import { loadKeys, makeKeySet, type Keys } from './security/tokens/keys.ts';
import { dataFolderFault, keyFileFault } from './settings/start-faults.ts';

/** `complete` adds to the file in the data folder what an older start left out; it is only for development. */
export async function readKeys(
  settings: Settings,
  complete: (file: string) => Promise<void> = async () => {},
): Promise<Keys> {
  const { dataDir, signingKeyFile } = settings;
  const file = signingKeyFile ?? join(dataDir, 'signing-keys.json');
  if (signingKeyFile === undefined) await makeKeyFile(dataDir, file);
  try {
    if (signingKeyFile === undefined) await complete(file);
    return loadKeys(await readFile(file, 'utf8'));
  } catch (error) {
    throw keyFileFault(error, file);
  }
}

/** Writes new keys, readable only by this user, unless there are some already. */
async function makeKeyFile(dataDir: string, file: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(JSON.stringify({ keys: markedForDevelopment(makeKeySet().keys) }, null, 2));
    await handle.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw dataFolderFault(error, dataDir);
  }
}

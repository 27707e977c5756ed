/** The signing key of the stand-in identity provider: made once and kept beside the other keys of development. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

import { type SelfSignedKey, makeSelfSignedKey } from './self-signed-key.ts';

const keyFile = v.object({ privateKey: v.string(), certificate: v.string() });

/** The key of the data folder; a new one where it has none yet. The file is readable by this user alone. */
export async function readIdentityProviderKey(dataDir: string): Promise<SelfSignedKey> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'identity-provider.json');
  try {
    return v.parse(keyFile, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const draft = `${path}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(await makeIdentityProviderKey(), null, 2), { mode: 0o600 });
  try {
    // Whole or not at all; where another service that starts on the same folder was faster, its key stays.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readIdentityProviderKey(dataDir);
}

/** A new key, good from the day of the machine's clock on. */
export const makeIdentityProviderKey = (): Promise<SelfSignedKey> =>
  makeSelfSignedKey('Northline Workforce', Date.now());

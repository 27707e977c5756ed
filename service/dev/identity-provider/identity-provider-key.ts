/** Loads the signing key of the stand-in identity provider, created once and stored beside the other development keys. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

import { type SelfSignedKey, makeSelfSignedKey } from './self-signed-key.ts';

const keyFile = v.object({ privateKey: v.string(), certificate: v.string() });

/** Reads the key of the data directory, or creates it. Only this user can read the file. */
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
    // Atomic; if another service that starts on the same directory was faster, its key stays.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readIdentityProviderKey(dataDir);
}

/** A new key, valid from today on by the machine's clock. */
export const makeIdentityProviderKey = (): Promise<SelfSignedKey> =>
  makeSelfSignedKey('Northline Workforce', Date.now());

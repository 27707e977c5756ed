/** The signing key of the stand-in identity provider: made once and kept beside the other keys of development. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { days } from '@app/contract/durations.ts';

/** Both in PEM. */
export interface IdentityProviderKey {
  readonly privateKey: string;
  readonly certificate: string;
}

const keyFile = v.object({ privateKey: v.string(), certificate: v.string() });

/** Ten years: the clock of development can be moved, and what lies in a data folder is used for long. */
const lifetime = days(3650);

/** The key of the data folder; a new one where it has none yet. The file is readable by this user alone. */
export async function readIdentityProviderKey(dataDir: string): Promise<IdentityProviderKey> {
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

/** A new RSA key of 2048 bits with a certificate that it signed itself. */
export async function makeIdentityProviderKey(): Promise<IdentityProviderKey> {
  // It takes its time to load, and is wanted at the first start alone.
  const { generate } = await import('selfsigned');
  // A day in the past, for a service whose clock is a little behind.
  const notBeforeDate = new Date(Date.now() - days(1));
  const made = await generate([{ name: 'commonName', value: 'Northline Workforce' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate: new Date(notBeforeDate.getTime() + lifetime),
  });
  return { privateKey: made.private, certificate: made.cert };
}

/** The certificate as metadata and configurations have it: base64 DER. */
export const certificateOf = ({ certificate }: IdentityProviderKey): string =>
  certificate.replace(/-----[^-]+-----|\s/g, '');

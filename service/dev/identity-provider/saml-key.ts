/** Adds a SAML key to the development key file, so that single sign-on works in development without set-up. */
import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { days } from '@app/contract/fields/durations.ts';

import { isMadeForDevelopment, markedForDevelopment } from '#security/tokens/key-origin.ts';

/** Both in PEM. */
export interface SelfSignedKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** Ten years: the development clock can be moved, and a data directory is used for a long time. */
const lifetime = days(3650);

/** A new key of 2048 bits. `now` in milliseconds. */
export async function makeSelfSignedKey(commonName: string, now: number): Promise<SelfSignedKey> {
  // Loaded lazily: it is slow to load and needed only at the first start.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    // Valid from a day ago, for clocks that are slightly behind.
    notBeforeDate: new Date(now - days(1)),
    notAfterDate: new Date(now + lifetime),
  });
  return { privateKey: made.private, certificate: made.cert };
}

/** The certificate in the format of metadata, configurations and key sets: base64 DER. */
export const certificateOf = ({ certificate }: SelfSignedKey): string =>
  certificate.replace(/-----[^-]+-----|\s/g, '');

/** A private RSA key of 2048 bits as a JWK with its certificate (`x5c`). `now` in milliseconds. */
export async function makeSamlJwk(commonName: string, now: number): Promise<JsonWebKey & { x5c: string[] }> {
  const made = await makeSelfSignedKey(commonName, now);
  const jwk = createPrivateKey(made.privateKey).export({ format: 'jwk' });
  return { ...jwk, kid: 'saml-1', x5c: [certificateOf(made)] };
}

/**
 * Completes the development key file: adds a SAML key if it has none, and marks every key as made for development,
 * which older versions did not. The file stays readable by this user only.
 */
export async function addSamlKey(file: string, now: number): Promise<void> {
  const text = await readFile(file, 'utf8');
  const keys = keysIn(text);
  if (keys === undefined || (keys.some(({ kty }) => kty === 'RSA') && keys.every(isMarked))) return;
  const saml = keys.some(({ kty }) => kty === 'RSA') ? [] : [await makeSamlJwk('Northline sign-in', now)];
  const next = `${file}.${process.pid}`;
  const handle = await open(next, 'w', 0o600);
  await handle.writeFile(JSON.stringify({ keys: markedForDevelopment([...keys, ...saml]) }, null, 2));
  await handle.close();
  // Atomic: a service that reads the file at the same moment gets the complete old or new one.
  await rename(next, file);
}

const isMarked = (key: JsonWebKey): boolean => isMadeForDevelopment(JSON.stringify({ keys: [key] }));

/** Undefined for a file that is not a key set: the loader reports that error. */
function keysIn(text: string): JsonWebKey[] | undefined {
  try {
    const set: unknown = JSON.parse(text);
    if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys))
      return undefined;
    const isKey = (key: unknown): key is JsonWebKey => typeof key === 'object' && key !== null;
    return set.keys.every(isKey) ? set.keys : undefined;
  } catch {
    return undefined;
  }
}

/** A key for SAML in the key file of the data folder, so that single sign-on works in development without a hand's turn. */
import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';

import { markedForDevelopment } from '#security/key-origin.ts';

import { certificateOf, makeCertifiedKey } from './certified-key.ts';

/** A private RSA key of 2048 bits as a JWK with its certificate (`x5c`). `now` in milliseconds. */
export async function makeSamlJwk(commonName: string, now: number): Promise<JsonWebKey & { x5c: string[] }> {
  const made = await makeCertifiedKey(commonName, now);
  const jwk = createPrivateKey(made.privateKey).export({ format: 'jwk' });
  return { ...jwk, kid: 'saml-1', x5c: [certificateOf(made)] };
}

/** Adds one to the file of a key set that has none. The file stays readable by this user alone. */
export async function addSamlKey(file: string, now: number): Promise<void> {
  const keys = keysIn(await readFile(file, 'utf8'));
  if (keys === undefined) return;
  if (keys.some((key) => typeof key === 'object' && key !== null && 'kty' in key && key.kty === 'RSA'))
    return;
  const next = `${file}.${process.pid}`;
  const handle = await open(next, 'w', 0o600);
  await handle.writeFile(
    JSON.stringify(
      { keys: [...keys, ...markedForDevelopment([await makeSamlJwk('Northline sign-in', now)])] },
      null,
      2,
    ),
  );
  await handle.close();
  // In one step: a start that reads at the same moment finds the older file or the newer, and both whole.
  await rename(next, file);
}

/** Undefined for what is no key set: who loads it has the words for that. */
function keysIn(text: string): unknown[] | undefined {
  try {
    const set: unknown = JSON.parse(text);
    const isSet = typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys);
    return isSet ? (set.keys as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

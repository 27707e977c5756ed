/** Public keys of passkeys (COSE, RFC 9053) with the three algorithms that are offered: Ed25519, ES256 and RS256. */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

import { type Cbor, isMap } from './cbor.ts';

/** COSE's numbers of the algorithms, the preferred first. */
export const algorithms = [-8, -7, -257] as const;
export type Algorithm = (typeof algorithms)[number];

export interface CredentialKey {
  readonly algorithm: Algorithm;
  /** SPKI, DER. */
  readonly publicKey: Buffer;
}

/** Throws an Error for a key of another kind, or one that is not valid: a point beside the curve, a short modulus. */
export function readCoseKey(key: Cbor): CredentialKey {
  if (!isMap(key)) throw new Error('the key is not a map');
  const member = (name: number, length?: number): string => {
    const bytes = key.get(name);
    if (!Buffer.isBuffer(bytes) || (length !== undefined && bytes.length !== length))
      throw new Error(`the key has no member ${name}`);
    return bytes.toString('base64url');
  };
  const [type, algorithm, curve] = [key.get(1), key.get(3), key.get(-1)];
  let jwk: JsonWebKey;
  if (type === 2 && algorithm === -7 && curve === 1)
    jwk = { kty: 'EC', crv: 'P-256', x: member(-2, 32), y: member(-3, 32) };
  else if (type === 1 && algorithm === -8 && curve === 6)
    jwk = { kty: 'OKP', crv: 'Ed25519', x: member(-2, 32) };
  else if (type === 3 && algorithm === -257) jwk = { kty: 'RSA', n: member(-1), e: member(-2) };
  else throw new Error('the key has another algorithm');
  const read = createPublicKey({ key: jwk, format: 'jwk' });
  const { modulusLength = 2048, publicExponent = 65_537n } = read.asymmetricKeyDetails ?? {};
  if (modulusLength < 2048 || modulusLength > 8192 || publicExponent !== 65_537n)
    throw new Error('the RSA key is weak');
  return { algorithm, publicKey: read.export({ format: 'der', type: 'spki' }) };
}

/** Whether `signature` is the key's of `data`. An ECDSA signature is in DER (WebAuthn §6.5.5). */
export function isSignedBy(
  { algorithm, publicKey }: CredentialKey,
  data: Buffer,
  signature: Buffer,
): boolean {
  const key: KeyObject = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  return verify(algorithm === -8 ? null : 'sha256', data, key, signature);
}

/**
 * The private key set of the service: signing keys, peppers and the SAML key. All are in one JWK set (RFC 7517), so
 * there is one file to store, back up and rotate.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

import { readSamlKeys, type SamlJwk, type SamlKeys } from '#security/saml/keys.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface Pepper {
  /** Stored with each password hash, to find its pepper. */
  readonly id: string;
  /** 32 bytes or more. */
  readonly key: Buffer;
}

/** An EC public key as in the JWKS document; it has no private members. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

export interface Keys {
  /** The first signing key of the set: it signs new tokens. */
  readonly signing: SigningKey;
  /** All signing keys of the set: they verify, so a rotation ends no session. */
  readonly verifying: readonly SigningKey[];
  /** undefined: the set has no `oct` key; passwords are hashed without a pepper. */
  readonly pepper: Pepper | undefined;
  /** Every pepper of the set by its id; the first one is `pepper`. */
  readonly peppers: ReadonlyMap<string, Buffer>;
  /** The first RSA key of the set, with its certificate; undefined: SAML is off. */
  readonly saml: SamlKeys | undefined;
  /** The public half of every signing key, for `/.well-known/jwks.json`. */
  publicJwks(): { keys: PublicJwk[] };
  /** A 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). */
  secret(purpose: string): Buffer;
}

interface PrivateJwk extends SamlJwk {
  readonly kid?: string;
}

/** A new private JWK set: an EC P-256 signing key (ES256) and a 32-byte pepper. Write it with mode 0600. */
export function makeKeySet(): { keys: JsonWebKey[] } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  return {
    keys: [
      { ...jwk, kid: thumbprint(jwk), use: 'sig', alg: 'ES256' },
      { kty: 'oct', k: randomBytes(32).toString('base64url'), kid: 'pepper-1', use: 'enc' },
    ],
  };
}

/**
 * Loads the keys of a private JWK set, given as an object or as JSON text. Throws an Error with one clear sentence if
 * the set has no private EC P-256 key, a short pepper, two keys with one id, or an RSA key that SAML cannot use.
 */
export function loadKeys(jwks: unknown): Keys {
  const entries = readEntries(jwks);
  const verifying: SigningKey[] = [];
  const peppers = new Map<string, Buffer>();
  let firstPepper: Pepper | undefined;
  let saml: SamlKeys | undefined;
  for (const [index, entry] of entries.entries()) {
    if (entry.kty === 'oct') {
      const key = Buffer.from(entry.k ?? '', 'base64url');
      if (key.length < 32) throw new Error(`Key ${index + 1} of the key set is shorter than 32 bytes.`);
      const id = entry.kid ?? `pepper-${index}`;
      if (peppers.has(id)) throw new Error(`The key set has two keys with the id "${id}".`);
      peppers.set(id, key);
      firstPepper ??= { id, key };
    } else if (entry.kty === 'RSA') {
      const read = readSamlKeys(entry, `Key ${index + 1} of the key set`);
      saml ??= read;
    } else {
      const signing = signingKey(entry, index);
      if (verifying.some((other) => other.kid === signing.kid))
        throw new Error(`The key set has two keys with the id "${signing.kid}".`);
      verifying.push(signing);
    }
  }
  const signing = verifying[0];
  if (signing === undefined) throw new Error('The key set has no EC P-256 signing key.');

  // Without a pepper the signing key's private scalar is the only secret. HKDF separates the two uses.
  const root =
    firstPepper?.key ?? Buffer.from(signing.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const secrets = new Map<string, Buffer>();
  return {
    signing,
    verifying,
    pepper: firstPepper,
    peppers,
    saml,
    publicJwks: () => ({ keys: verifying.map(publicJwk) }),
    secret(purpose) {
      let secret = secrets.get(purpose);
      if (secret === undefined) {
        secret = Buffer.from(hkdfSync('sha256', root, '', purpose, 32));
        secrets.set(purpose, secret);
      }
      return secret;
    },
  };
}

function readEntries(jwks: unknown): PrivateJwk[] {
  let set = jwks;
  if (typeof set === 'string') {
    try {
      set = JSON.parse(set);
    } catch {
      throw new Error('The key set is not JSON.');
    }
  }
  if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys))
    throw new Error('The key set is not a JWK set: it has no list "keys".');
  return set.keys as PrivateJwk[];
}

function signingKey(jwk: PrivateJwk, index: number): SigningKey {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || typeof jwk.d !== 'string')
    throw new Error(
      `Key ${index + 1} of the key set is neither a private EC P-256 key nor an RSA or "oct" key.`,
    );
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new Error(`Key ${index + 1} of the key set is not a valid EC P-256 key.`);
  }
  return { kid: jwk.kid ?? thumbprint(jwk), privateKey, publicKey: createPublicKey(privateKey) };
}

function publicJwk({ kid, publicKey }: SigningKey): PublicJwk {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
}

/** RFC 7638: the hash of the required members in their lexical order. */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

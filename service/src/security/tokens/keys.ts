/**
 * The private key set of the service: signing keys, peppers, the key of derived secrets, and SAML keys. All are in one
 * JWK set (RFC 7517), so there is one file to store, back up and change (docs/decisions/key-rotation.md).
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

import { type OtherSamlKey, readSamlKeys, type SamlKeys } from '#security/saml/keys.ts';
import { derivesSecrets, type PlacedKey, placeKeys, readKeySet, type StoredKey } from './key-set.ts';

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
  /** The signing key in use: it signs new tokens. */
  readonly signing: SigningKey;
  /** All signing keys of the set: they verify, so a change of keys ends no session. */
  readonly verifying: readonly SigningKey[];
  /** undefined: the set has no pepper in use; passwords are hashed without one. */
  readonly pepper: Pepper | undefined;
  /** Every pepper of the set by its id. */
  readonly peppers: ReadonlyMap<string, Buffer>;
  /** The RSA key in use, with its certificate and the other ones; undefined: SAML is off. */
  readonly saml: SamlKeys | undefined;
  /** The kind, stage and id of each key of the set, as the log names it. */
  readonly names: readonly string[];
  /** The public half of every signing key, for `/.well-known/jwks.json`. */
  publicJwks(): { keys: PublicJwk[] };
  /** The 32-byte key in use for one purpose (HKDF-SHA-256, RFC 5869). */
  secret(purpose: string): Buffer;
  /** All keys for one purpose, that in use first: what was made with any of them is accepted. */
  secrets(purpose: string): readonly Buffer[];
}

/** A new private JWK set: a signing key, a pepper, and a key for derived secrets. Write it with mode 0600. */
export const makeKeySet = (): { keys: StoredKey[] } => ({
  keys: [makeSigningJwk(), makePepperJwk('pepper-1'), makeSecretJwk('secret-1')],
});

/** A new EC P-256 key (ES256). */
export function makeSigningJwk(): StoredKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return { ...jwk, kid: thumbprint(jwk), use: 'sig', alg: 'ES256' };
}

/** 32 random bytes that key passwords. */
export const makePepperJwk = (kid: string): StoredKey => ({
  kty: 'oct',
  k: randomBytes(32).toString('base64url'),
  kid,
  use: 'enc',
});

/** A key from which secrets are derived, of 32 random bytes or of those in `k`. */
export const makeSecretJwk = (kid: string, k = randomBytes(32).toString('base64url')): StoredKey => ({
  kty: 'oct',
  k,
  kid,
  key_ops: [...derivesSecrets],
});

/**
 * The bytes from which a set without a separate key derives its secrets, as older versions made it: the pepper, or
 * without one the private scalar of the signing key. HKDF separates the uses. base64url.
 */
export function derivingBytes(keys: readonly StoredKey[]): string | undefined {
  const current = placeKeys(keys).filter(({ stage }) => stage === 'current');
  const of = (kind: string) => current.find((placed) => placed.kind === kind)?.key;
  return of('secret')?.k ?? of('pepper')?.k ?? of('signing')?.d;
}

/**
 * Loads the keys of a private JWK set, given as an object or as JSON text. Throws an Error with one clear sentence if
 * the set has no private EC P-256 key, a short secret, two keys with one id, or an RSA key that SAML cannot use.
 */
export function loadKeys(jwks: unknown): Keys {
  const entries = readKeySet(jwks);
  const verifying: SigningKey[] = [];
  const peppers = new Map<string, Buffer>();
  const saml: (SamlKeys & OtherSamlKey & { isCurrent: boolean })[] = [];
  const roots: Buffer[] = [];
  let signing: SigningKey | undefined;
  let pepper: Pepper | undefined;
  const placed = placeKeys(entries);
  for (const [index, { kind, stage, key: entry }] of placed.entries()) {
    if (kind === 'pepper') {
      const id = entry.kid ?? `pepper-${index}`;
      if (peppers.has(id)) throw new Error(`The key set has two keys with the id "${id}".`);
      const key = bytesOf(entry, index);
      peppers.set(id, key);
      if (stage === 'current') pepper = { id, key };
    } else if (kind === 'secret') {
      const key = bytesOf(entry, index);
      if (stage === 'current') roots.unshift(key);
      else roots.push(key);
    } else if (kind === 'saml') {
      const read = readSamlKeys(entry, `Key ${index + 1} of the key set`);
      const addedAt = Date.parse(entry.added ?? '') || 0;
      saml.push({ ...read, isCurrent: stage === 'current', isNext: stage === 'next', addedAt });
    } else {
      const read = signingKey(entry, index);
      if (verifying.some((other) => other.kid === read.kid))
        throw new Error(`The key set has two keys with the id "${read.kid}".`);
      verifying.push(read);
      if (stage === 'current') signing = read;
    }
  }
  if (signing === undefined) throw new Error('The key set has no EC P-256 signing key.');
  const currentSaml = saml.find(({ isCurrent }) => isCurrent);
  if (roots.length === 0) roots.push(Buffer.from(derivingBytes(entries) ?? '', 'base64url'));
  const derived = new Map<string, readonly Buffer[]>();
  const secrets = (purpose: string): readonly Buffer[] => {
    const made =
      derived.get(purpose) ?? roots.map((root) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32)));
    derived.set(purpose, made);
    return made;
  };
  return {
    signing,
    verifying,
    pepper,
    peppers,
    saml: currentSaml && {
      privateKey: currentSaml.privateKey,
      certificate: currentSaml.certificate,
      others: saml.filter((one) => one !== currentSaml),
    },
    names: placed.map(nameOf),
    publicJwks: () => ({ keys: verifying.map(publicJwk) }),
    secrets,
    secret: (purpose) => secrets(purpose)[0] as Buffer,
  };
}

function bytesOf(entry: StoredKey, index: number): Buffer {
  const bytes = Buffer.from(entry.k ?? '', 'base64url');
  if (bytes.length < 32) throw new Error(`Key ${index + 1} of the key set is shorter than 32 bytes.`);
  return bytes;
}

function signingKey(jwk: StoredKey, index: number): SigningKey {
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

/**
 * In words, because the log hides what is called a secret; and of an id of 43 characters only the first 12, because it
 * hides what looks like a token.
 */
function nameOf({ kind, stage, key }: PlacedKey, index: number): string {
  const id = key.kid ?? (kind === 'signing' ? thumbprint(key) : `${kind}-${index}`);
  return `${stage} ${kind} key ${id.length < 43 ? id : `${id.slice(0, 12)}…`}`;
}

function publicJwk({ kid, publicKey }: SigningKey): PublicJwk {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
}

/** RFC 7638: the hash of the required members in their lexical order. */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

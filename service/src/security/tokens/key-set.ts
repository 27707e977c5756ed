/**
 * The file of SIGNING_KEY_FILE as it is stored: one JWK set (RFC 7517) with four kinds of keys. Of each kind the first
 * key is in use; a key whose `stage` is "next" is known and not in use yet; the others are old and still accepted.
 */
import type { SamlJwk } from '#security/saml/keys.ts';

export const keyKinds = ['signing', 'pepper', 'secret', 'saml'] as const;
export type KeyKind = (typeof keyKinds)[number];
export type KeyStage = 'current' | 'next' | 'old';

/** A private key with what the commands wrote about it. Times are ISO 8601; a key that an older version made has none. */
export interface StoredKey extends SamlJwk {
  readonly kid?: string;
  readonly stage?: 'next';
  readonly added?: string;
  readonly usedFrom?: string;
  readonly usedUntil?: string;
}

/** One key with its place in the set. */
export interface PlacedKey {
  /** Undefined: neither of the four; `loadKeys` says so. */
  readonly kind: KeyKind | undefined;
  readonly stage: KeyStage;
  readonly key: StoredKey;
}

/** Marks the key from which other secrets are derived (RFC 7517 §4.3); a pepper has none. */
export const derivesSecrets = ['deriveKey'] as const;

/**
 * The keys of a set, given as an object or as JSON text. Throws an Error with one clear sentence if it is not a key
 * set.
 */
export function readKeySet(jwks: unknown): StoredKey[] {
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
  if (!set.keys.every((key) => typeof key === 'object' && key !== null))
    throw new Error('The key set has an entry that is no key.');
  return set.keys as StoredKey[];
}

/** Every key with its kind and its stage, in the order of the file. */
export function placeKeys(keys: readonly StoredKey[]): PlacedKey[] {
  const inUse = new Set<KeyKind | undefined>();
  return keys.map((key) => {
    const kind = kindOf(key);
    if (key.stage === 'next') return { kind, stage: 'next', key };
    const stage = inUse.has(kind) ? 'old' : 'current';
    inUse.add(kind);
    return { kind, stage, key };
  });
}

function kindOf({ kty, key_ops: uses }: StoredKey): KeyKind | undefined {
  if (kty === 'EC') return 'signing';
  if (kty === 'RSA') return 'saml';
  if (kty !== 'oct') return undefined;
  return Array.isArray(uses) && uses.includes(derivesSecrets[0]) ? 'secret' : 'pepper';
}

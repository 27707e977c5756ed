/** Authenticator data (WebAuthn §6.1): what an authenticator signs beside the client data. */
import { createHash } from 'node:crypto';

import { type Cbor, decodeCbor, isMap } from './cbor.ts';

export interface AuthenticatorData {
  readonly rpIdHash: Buffer;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  /** The key can be copied to the person's other devices; it is copied. */
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly signCount: number;
  /** Only at a registration. */
  readonly credential: { readonly aaguid: string; readonly id: Buffer; readonly key: Cbor } | undefined;
}

/** The longest id of a credential (WebAuthn §7.1). */
const credentialIdMax = 1023;

/** Throws an Error unless the bytes are authenticator data to their end. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < 37) throw new Error('authenticator data ends early');
  const flags = bytes[32] ?? 0;
  const has = (bit: number): boolean => (flags & (1 << bit)) !== 0;
  let at = 37;
  let credential: AuthenticatorData['credential'];
  if (has(6)) {
    const idAt = at + 18;
    if (bytes.length < idAt) throw new Error('authenticator data ends early');
    const aaguid = uuidOf(bytes.subarray(at, at + 16));
    const keyAt = idAt + bytes.readUInt16BE(at + 16);
    const id = bytes.subarray(idAt, keyAt);
    if (id.length === 0 || id.length > credentialIdMax)
      throw new Error('the id of the credential has a wrong length');
    const { value, length } = decodeCbor(bytes.subarray(keyAt));
    credential = { aaguid, id, key: value };
    at = keyAt + length;
  }
  if (has(7)) {
    const { value, length } = decodeCbor(bytes.subarray(at));
    if (!isMap(value)) throw new Error('the extensions are not a map');
    at += length;
  }
  if (at !== bytes.length) throw new Error('bytes after the authenticator data');
  return {
    rpIdHash: bytes.subarray(0, 32),
    userPresent: has(0),
    userVerified: has(2),
    backupEligible: has(3),
    backedUp: has(4),
    signCount: bytes.readUInt32BE(33),
    credential,
  };
}

/**
 * What both ceremonies check of it; undefined: all is well. `reason` as in a verdict.
 *
 * @param automatic the browser may have asked nobody
 */
export function faultOf(data: AuthenticatorData, rpId: string, automatic = false): string | undefined {
  if (!data.rpIdHash.equals(createHash('sha256').update(rpId, 'utf8').digest())) return 'rp id';
  if (!data.userPresent && !automatic) return 'user not present';
  if (!data.userVerified && !automatic) return 'user not verified';
  return data.backedUp && !data.backupEligible ? 'backup flags' : undefined;
}

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

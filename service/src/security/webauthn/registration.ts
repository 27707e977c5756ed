/** Verifies a new passkey (WebAuthn §7.1, in its order). No attestation is asked for: any authenticator will do. */
import { createHash } from 'node:crypto';

import { faultOf, readAuthenticatorData } from './authenticator-data.ts';
import { type CborMap, decodeMap, isMap } from './cbor.ts';
import { clientDataFault, refused, type Refused, type RelyingParty } from './client-data.ts';
import { type CredentialKey, isSignedBy, readCoseKey } from './cose-key.ts';

export interface Registration {
  readonly id: Buffer;
  readonly clientDataJSON: Buffer;
  readonly attestationObject: Buffer;
}

export interface NewCredential extends CredentialKey {
  readonly id: Buffer;
  readonly signCount: number;
  /** The model of the authenticator; zeros where it does not say. */
  readonly aaguid: string;
  readonly backedUp: boolean;
}

/** The credential of a valid registration. */
export function verifyRegistration(
  { id, clientDataJSON, attestationObject }: Registration,
  expected: {
    readonly rp: RelyingParty;
    readonly isChallenge: (challenge: Buffer) => boolean;
    /** The browser may have made it without the person (`mediation: 'conditional'`). */
    readonly automatic?: boolean;
  },
): { readonly ok: true; readonly credential: NewCredential } | Refused {
  const fault = clientDataFault(clientDataJSON, { type: 'webauthn.create', ...expected });
  if (fault !== undefined) return refused(fault);
  try {
    const attestation = decodeMap(attestationObject);
    const signed = attestation.get('authData');
    if (!Buffer.isBuffer(signed)) return refused('attestation');
    const data = readAuthenticatorData(signed);
    const dataFault = faultOf(data, expected.rp.id, expected.automatic);
    if (dataFault !== undefined) return refused(dataFault);
    if (data.credential === undefined) return refused('no credential');
    const key = readCoseKey(data.credential.key);
    const digest = createHash('sha256').update(clientDataJSON).digest();
    if (!isAttested(attestation, key, Buffer.concat([signed, digest]))) return refused('attestation');
    if (!data.credential.id.equals(id)) return refused('credential id');
    const { aaguid } = data.credential;
    return {
      ok: true,
      credential: { ...key, id, aaguid, signCount: data.signCount, backedUp: data.backedUp },
    };
  } catch {
    return refused('unreadable');
  }
}

/**
 * A browser replaces every attestation but one by the key itself, which has no certificate to name the model
 * (WebAuthn §5.1.3).
 */
function isAttested(attestation: CborMap, key: CredentialKey, signed: Buffer): boolean {
  const statement = attestation.get('attStmt');
  if (!isMap(statement)) return false;
  if (attestation.get('fmt') === 'none') return statement.size === 0;
  const signature = statement.get('sig');
  return (
    attestation.get('fmt') === 'packed' &&
    !statement.has('x5c') &&
    statement.get('alg') === key.algorithm &&
    Buffer.isBuffer(signature) &&
    isSignedBy(key, signed, signature)
  );
}

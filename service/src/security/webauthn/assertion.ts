/** Verifies a sign-in with a passkey (WebAuthn §7.2, in its order). */
import { createHash } from 'node:crypto';

import { faultOf, readAuthenticatorData } from './authenticator-data.ts';
import { clientDataFault, refused, type Refused, type RelyingParty } from './client-data.ts';
import { type CredentialKey, isSignedBy } from './cose-key.ts';

export interface Assertion {
  readonly clientDataJSON: Buffer;
  readonly authenticatorData: Buffer;
  readonly signature: Buffer;
  readonly userHandle: Buffer;
}

/** A passkey as it is stored. */
export interface StoredCredential extends CredentialKey {
  readonly signCount: number;
  /** The user handle that it was made with. */
  readonly userHandle: Buffer;
}

/**
 * The new state of the credential that signed. The user must be verified, as a passkey is both steps of a sign-in. A
 * counter that went back is one of a copy; an authenticator without a counter always says 0 (WebAuthn §6.1.1).
 */
export function verifyAssertion(
  { clientDataJSON, authenticatorData, signature, userHandle }: Assertion,
  stored: StoredCredential,
  expected: { readonly rp: RelyingParty; readonly isChallenge: (challenge: Buffer) => boolean },
): { readonly ok: true; readonly signCount: number; readonly backedUp: boolean } | Refused {
  if (!userHandle.equals(stored.userHandle)) return refused('user handle');
  const fault = clientDataFault(clientDataJSON, { type: 'webauthn.get', ...expected });
  if (fault !== undefined) return refused(fault);
  try {
    const data = readAuthenticatorData(authenticatorData);
    const dataFault = faultOf(data, expected.rp.id);
    if (dataFault !== undefined) return refused(dataFault);
    if (data.credential !== undefined) return refused('a credential in an assertion');
    const digest = createHash('sha256').update(clientDataJSON).digest();
    if (!isSignedBy(stored, Buffer.concat([authenticatorData, digest]), signature))
      return refused('signature');
    const { signCount, backedUp } = data;
    if (signCount !== 0 && signCount <= stored.signCount) return refused('counter');
    return { ok: true, signCount, backedUp };
  } catch {
    return refused('unreadable');
  }
}

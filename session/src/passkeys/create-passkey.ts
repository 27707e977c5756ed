/** Has the browser make a passkey. Load it on demand: few pages need it. */
import type { NewCredential } from '@app/contract/calls/new-factor.ts';

import { fromBase64url, toBase64url } from './bytes.ts';

export interface PasskeyToMake {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  /** The user handle, base64url. */
  readonly userId: string;
  readonly email: string;
  /** Of the person; it may be empty. */
  readonly name: string;
  /** The ids of the account's passkeys. */
  readonly existing?: readonly string[];
}

/** EdDSA, ES256 and RS256, as the service takes them. */
const algorithms = [-8, -7, -257];

/**
 * undefined: the person has cancelled, or it took too long; `exists`: this device has one of the account already.
 *
 * @param automatic nobody is asked, and the browser makes one only if it likes to; some never answer until it is aborted
 */
export async function createPasskey(
  { challenge, rp, userId, email, name, existing = [] }: PasskeyToMake,
  automatic?: AbortSignal,
): Promise<NewCredential | 'exists' | undefined> {
  try {
    const credential = (await navigator.credentials.create({
      ...(automatic && { mediation: 'conditional', signal: automatic }),
      publicKey: {
        challenge: fromBase64url(challenge),
        rp,
        user: { id: fromBase64url(userId), name: email, displayName: name || email },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: existing.map((id) => ({ type: 'public-key', id: fromBase64url(id) })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: automatic ? 'preferred' : 'required',
        },
      },
    })) as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
    const { id, response } = credential;
    return {
      id,
      response: {
        clientDataJSON: toBase64url(response.clientDataJSON),
        attestationObject: toBase64url(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    };
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError' ? 'exists' : undefined;
  }
}

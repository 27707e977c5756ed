/** What the browser does with a person's passkeys: it makes one, and is told which ones exist. */
import type { OwnAccount } from '@app/contract/dashboard/own-account.ts';
import type { ownPasskeyEndpoints } from '@app/contract/dashboard/own-passkeys.ts';
import type { AnswerOf, BodyOf } from '@app/contract/calls/endpoint.ts';
import { fromBase64url, toBase64url } from '@app/session/passkeys/bytes.ts';

type List = AnswerOf<typeof ownPasskeyEndpoints.listPasskeys>;
type NewCredential = BodyOf<typeof ownPasskeyEndpoints.addPasskey>['credential'];

export const makesPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** EdDSA, ES256 and RS256, as the service takes them. */
const algorithms = [-8, -7, -257];

/**
 * Has the browser make a passkey. undefined: the person has cancelled, or it took too long; `exists`: this device has one
 * of the account already.
 */
export async function createPasskey(
  challenge: string,
  { rp, userId, items }: List,
  { email, name }: OwnAccount,
): Promise<NewCredential | 'exists' | undefined> {
  try {
    const credential = (await navigator.credentials.create({
      publicKey: {
        challenge: fromBase64url(challenge),
        rp,
        user: { id: fromBase64url(userId), name: email, displayName: name || email },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: items.map(({ credentialId }) => ({
          type: 'public-key',
          id: fromBase64url(credentialId),
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
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

/** Tells the browser which passkeys exist, all of them, and whose they are: it hides the others, and shows the new name. */
export async function tellBrowser({ rp, userId, items }: List, { email, name }: OwnAccount): Promise<void> {
  const credentials = globalThis.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;
  const allAcceptedCredentialIds = items.map(({ credentialId }) => credentialId);
  await credentials?.signalAllAcceptedCredentials?.({ rpId: rp.id, userId, allAcceptedCredentialIds });
  await credentials?.signalCurrentUserDetails?.({
    rpId: rp.id,
    userId,
    name: email,
    displayName: name || email,
  });
}

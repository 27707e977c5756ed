/** Makes a passkey in the set-up step of a sign-in, which loads this. */
import { createPasskey } from '@app/session/passkeys/create-passkey.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';

/** Resolves to what makes one; undefined where this device itself cannot keep it. */
export async function passkeyMaker({
  memory,
}: Pick<AuthDeps, 'memory'>): Promise<typeof createPasskey | undefined> {
  if (!('PublicKeyCredential' in window)) return undefined;
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return undefined;
  // A browser has one ceremony at a time: the one of the login page's field ends.
  memory.passkeys?.abort();
  return createPasskey;
}

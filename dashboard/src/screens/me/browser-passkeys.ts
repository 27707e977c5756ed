/** What the browser does with a person's passkeys: it is told which ones exist. */
import type { OwnAccount } from '@app/contract/dashboard/own-account.ts';
import type { ownPasskeyEndpoints } from '@app/contract/dashboard/own-passkeys.ts';
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';

type List = AnswerOf<typeof ownPasskeyEndpoints.listPasskeys>;

export const makesPasskeys = (): boolean => 'PublicKeyCredential' in window;

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

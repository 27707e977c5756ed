/** A sign-in with a passkey, whose answer is a secret until it is consumed, and the link that removes an automatic one. */
import { givePasskey, passkeyBody, passkeyLinkTo } from '#test/passkeys/passkey-driver.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';
import { callOf } from './accounts.ts';

export async function visitPasskeys(canary: CanaryService): Promise<void> {
  const { deps, secrets } = canary;
  const passkey = await givePasskey(deps, (await createAccount(deps)).id);
  await callOf(canary, 'startPasskeySignIn', {});
  const body = await passkeyBody(deps, passkey);
  secrets.learn('signature of a passkey', body.credential.response.signature);
  secrets.learn('client data of a passkey', body.credential.response.clientDataJSON);
  await callOf(canary, 'signInWithPasskey', body);
  const { email, token: confirmationCode } = await passkeyLinkTo(deps, await createAccount(deps));
  await canary.learnFromMails();
  await callOf(canary, 'removePasskeyByLink', { email, confirmationCode });
}
